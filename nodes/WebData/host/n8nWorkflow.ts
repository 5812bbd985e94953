import * as workflow from 'n8n-workflow';

/** The `n8n-workflow` module of the n8n instance. Older versions lack some functions and constants. */
export const n8nWorkflow: Partial<typeof workflow> = workflow;
