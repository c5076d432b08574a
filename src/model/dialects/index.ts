import { chat } from './chat.ts';
import type { Dialect } from './dialect.ts';
import { messages } from './messages.ts';
import { responses } from './responses.ts';

/** Every dialect the scripted model speaks. */
export const dialects: readonly Dialect[] = [responses, messages, chat];
