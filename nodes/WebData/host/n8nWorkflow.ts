import * as workflow from 'n8n-workflow';

/** The host's n8n-workflow. Older versions lack some of its functions and constants. */
export const n8nWorkflow: Partial<typeof workflow> = workflow;
