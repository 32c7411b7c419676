import type { Source } from '#engine/sources.ts'
import type { SourceHealth } from '../../contract/source-health.ts'

/** The model endpoints, which are listed among the sources but deliver no items. */
const models = { embedding: 'Embeddings', model: 'Chat model', need: 'Shipped judge' } as const

export function bringsItems({ source }: Pick<SourceHealth, 'source'>): boolean {
  return !Object.hasOwn(models, source)
}

const sourceNames: Record<string, string> = {
  'reddit-api': 'Reddit API',
  'reddit-rss': 'Reddit RSS',
  archive: 'Archives',
  sandbox: 'Sample data',
  hackernews: 'Hacker News',
  ...models,
} satisfies Record<Source | keyof typeof models, string>

export function sourceName(source: string): string {
  return sourceNames[source] ?? source
}
