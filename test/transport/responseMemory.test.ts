import type { AnyExchange } from '../../nodes/WebData/transport/exchange';
import type { TransportFailure } from '../../nodes/WebData/transport/http';
import {
	countCollectedBytes,
	MAX_COLLECTED_BYTES,
	releaseCollectedBytes,
} from '../../nodes/WebData/transport/responseMemory';

const MB = 1024 * 1024;

function collecting() {
	const failures: TransportFailure[] = [];
	const exchange = {
		progress: 'responding',
		done: false,
		resolve: (failure: TransportFailure) => failures.push(failure),
	} as unknown as AnyExchange;
	return { exchange, failures };
}

const running: AnyExchange[] = [];
const count = ({ exchange }: ReturnType<typeof collecting>, bytes: number): void => {
	running.push(exchange);
	countCollectedBytes(exchange, bytes);
};
afterEach(() => running.splice(0).forEach(releaseCollectedBytes));

it('fails the response that makes all responses together exceed the memory limit', () => {
	const [first, second, third] = [collecting(), collecting(), collecting()];
	count(first, 200 * MB);
	count(second, 200 * MB);
	count(third, MAX_COLLECTED_BYTES - 400 * MB);
	expect([first, second, third].flatMap(({ failures }) => failures)).toEqual([]);
	count(second, 201 * MB);
	expect(second.failures).toEqual([expect.objectContaining({ failure: 'tooLarge' })]);
	expect([...first.failures, ...third.failures]).toEqual([]);
});

it('allows a single response of any size', () => {
	const only = collecting();
	count(only, 2 * MAX_COLLECTED_BYTES);
	expect(only.failures).toEqual([]);
});

it('no longer counts a response that has ended', () => {
	const [ended, next, other] = [collecting(), collecting(), collecting()];
	count(ended, MAX_COLLECTED_BYTES);
	releaseCollectedBytes(ended.exchange);
	count(next, MAX_COLLECTED_BYTES - MB);
	count(other, MB);
	expect([...next.failures, ...other.failures]).toEqual([]);
});
