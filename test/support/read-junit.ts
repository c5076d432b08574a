import { readFileSync } from 'node:fs';
import { SaxesParser } from 'saxes';

/** Elements of a report as a strict parser reads them. Throws on anything that is not well-formed. */
export function readJunit(file: string): { name: string; attributes: Record<string, string>; text: string }[] {
  const parser = new SaxesParser();
  const elements: { name: string; attributes: Record<string, string>; text: string }[] = [];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    elements.push({ name, attributes: attributes as Record<string, string>, text: '' });
  });
  parser.on('text', (text) => {
    const last = elements.at(-1);
    if (last !== undefined) last.text += text;
  });
  parser.write(readFileSync(file, 'utf8')).close();
  return elements;
}
