/** A job or browser session that costs credits until it ends. */
export interface RunningWork {
	name: string;
	/** Ends the work if the node ends early, and returns whether it has ended. Must not reject. */
	end?(): Promise<boolean>;
}
