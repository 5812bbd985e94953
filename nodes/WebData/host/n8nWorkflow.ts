import * as workflow from 'n8n-workflow';

/** The host's n8n-workflow module. Older versions lack some functions and constants of the current version. */
export const n8nWorkflow: Partial<typeof workflow> = workflow;
