/** Names of the tools in a request: `{name}` (Responses, Messages) or `{function: {name}}` (Chat Completions). */
export function readTools(tools: unknown): readonly string[] {
  if (!Array.isArray(tools)) return [];
  return tools.flatMap((tool: unknown) => {
    if (typeof tool !== 'object' || tool === null) return [];
    const { name, function: inner } = tool as { name?: unknown; function?: { name?: unknown } };
    const found = name ?? inner?.name;
    return typeof found === 'string' ? [found] : [];
  });
}
