import { readForm } from '../../nodes/WebData/form/read';
import { resources } from '../../nodes/WebData/resources';
import { everyField } from './everyField';
import { triggerFields } from './triggerFields';

/** Fields whose expression must return a value, by what the field does. The others are not set without a value. */
const mustHaveValue: Record<string, string> = {
	protects: `
		exchange exchange.requireApproval formats.checkPromptInjection enterprise lockdown profile.saveChanges recordSession
		redactPII redactPIIOptions redactPIIOptions.mode safe skipTlsVerification storeInCache streamWebView threatProtection
		threatProtection.blacklist threatProtection.blockedTlds threatProtection.failurePolicy threatProtection.mode
		threatProtection.riskScoreThreshold threatProtection.whitelist zeroDataRetention`,
	limits: `
		activityTtl delay exchange.maxCalls exchange.toolkits excludeDomains excludePaths includeDomains includePaths
		jobIds judgeEnabled limit maxConcurrency maxCredits maxDiscoveryDepth metadataFilter parsers.maxPages regexOnFullURL status
		strictConstrainToURLs targets.crawlOptions targets.crawlOptions.delay targets.crawlOptions.excludePaths
		targets.crawlOptions.includePaths targets.crawlOptions.limit targets.crawlOptions.maxConcurrency
		targets.crawlOptions.maxDiscoveryDepth targets.crawlOptions.regexOnFullURL targets.excludeDomains
		targets.includeDomains targets.limit targets.maxResults ttl`,
	identifies: `
		appendToId auditMetadata auditMetadata.username profile profile.name requestId`,
	delivers: `notification notification.email notification.email.recipients webhook webhook.url`,
	describes: `
		changeTracking changeTracking.prompt changeTracking.schema formats formats.prompt formats.schema formats.schemaExample formats.selectors
		ignoreLines schema schemaExample scrapeOptions targets.scrapeOptions`,
	completes: `
		actions.type actions.viewport actions.viewport.height actions.viewport.width formats.type formats.viewport
		formats.viewport.height formats.viewport.width parsers.type sources.type targets.type`,
	controls: `
		compare failedFiles failedPages ignoreInvalidURLs interactWith onDeactivation outputAs
		schedule.specifySchedule snapshotKind source specifyCalls specifyToolOptions urlsFrom
		whenMaxWaitIsOver`,
};

const namesIn = (text: string): string[] => text.trim().split(/\s+/);

it('only the listed fields reject an expression that returns no value', () => {
	const operations = resources.flatMap(({ operations }) => operations);
	const all = [...operations.flatMap(({ form }) => everyField(form.fields)), ...triggerFields];
	const kept = all.filter(({ field }) => {
		const { name } = field;
		return readForm([field], { [name]: null }, { [name]: '={{ null }}' }).issues.length > 0;
	});
	const paths = kept.map(({ path }) => path.replace(/^(targets\.)?scrapeOptions\./, ''));
	expect([...new Set(paths)].sort()).toEqual(Object.values(mustHaveValue).flatMap(namesIn).sort());
});
