// Generates the committed file report.pdf. Command: npx tsx test/localService/pdf/makeReport.ts
import { writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { makePdf, type PdfTextLine } from './makePdf';

const title = (text: string): PdfTextLine => ({ text, size: 24 });
const section = (text: string): PdfTextLine => ({ text, size: 16 });
const line = (text: string): PdfTextLine => ({ text, size: 11 });
const gap = (): PdfTextLine => ({ text: ' ', size: 12 });

const pages = [
	[
		title('Report on the North Mole Light'),
		gap(),
		line('The light at the end of the north mole was inspected after the winter storms.'),
		line('The tower is sound; the gallery rail needs paint before the next season.'),
		gap(),
		section('Lamp'),
		line('The lamp shows one white flash every ten seconds and is seen for 14 sea miles.'),
	],
	[
		title('Tides'),
		gap(),
		line('The mean spring range at the mole is 4.2 metres, the mean neap range 1.9 metres.'),
		line('The gauge was set again on the first of March.'),
	],
	[
		title('Costs'),
		gap(),
		line('Paint and rail come to 1840 EUR. Questions go to keeper@northmole.example or to'),
		line('the office at +1 555 010 4477.'),
	],
];

writeFileSync(path.join(__dirname, '../pages/report.pdf'), makePdf('North Mole Light', pages));
