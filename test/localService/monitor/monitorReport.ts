import type { ServiceState } from '../state';

export interface MonitorReport {
	id: string;
	name: string;
	checks: { id: string; status: string }[];
}

export const monitorReports = ({ monitors }: ServiceState): MonitorReport[] =>
	monitors.all
		.filter(({ status }) => status !== 'deleted')
		.map(({ id, body, checks }) => ({
			id,
			name: body.name,
			checks: checks.map((check) => ({ id: check.id, status: check.status })),
		}));
