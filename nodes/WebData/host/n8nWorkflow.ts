import * as workflow from 'n8n-workflow';

/** The host's n8n-workflow module. Older versions lack some of these functions and constants. */
export const n8nWorkflow: Partial<typeof workflow> = workflow;
