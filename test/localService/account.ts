const PLAN_CREDITS = 100_000;

export interface Account {
	charge(credits: number): void;
	setRemaining(credits: number): void;
	remainingCredits(): number;
	charged(): number;
	readonly planCredits: number;
	clear(): void;
}

export function createAccount(startCredits = PLAN_CREDITS): Account {
	let remaining = startCredits;
	let charged = 0;
	return {
		charge: (credits) => {
			remaining -= credits;
			charged += credits;
		},
		setRemaining: (credits) => {
			remaining = credits;
		},
		remainingCredits: () => remaining,
		charged: () => charged,
		planCredits: PLAN_CREDITS,
		clear: () => {
			remaining = startCredits;
			charged = 0;
		},
	};
}
