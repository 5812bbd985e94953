// The credits of the one team that the service knows.

const PLAN_CREDITS = 100_000;

export interface Account {
	charge(credits: number): void;
	remainingCredits(): number;
	readonly planCredits: number;
	clear(): void;
}

export function createAccount(): Account {
	let used = 0;
	return {
		charge: (credits) => {
			used += credits;
		},
		remainingCredits: () => PLAN_CREDITS - used,
		planCredits: PLAN_CREDITS,
		clear: () => {
			used = 0;
		},
	};
}
