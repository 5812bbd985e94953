import { z } from 'zod';
import { agentRequest } from '../../api/agent/agentRequest';
import { startRequest } from '../../api/agent/requests';
import type { ApiRequest } from '../../api/http/request';
import { schemaFromExample } from '../../api/schema/schemaFromExample';

export const startValues = agentRequest.extend({ schemaExample: z.unknown().optional() });

type StartValues = z.infer<typeof startValues>;

export const toStartRequest = ({ schemaExample, ...body }: StartValues): ApiRequest =>
	startRequest(
		schemaExample === undefined ? body : { ...body, schema: schemaFromExample(schemaExample) },
	);
