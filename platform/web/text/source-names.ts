import type { Source } from '#engine/sources.ts'
import type { SourceHealth } from '../../contract/source-health.ts'

/** The embeddings endpoint, which is listed among the sources but delivers no items. */
const embedding = 'embedding'

export function bringsItems({ source }: Pick<SourceHealth, 'source'>): boolean {
  return source !== embedding
}

const sourceNames: Record<string, string> = {
  'reddit-api': 'Reddit API',
  'reddit-rss': 'Reddit RSS',
  archive: 'Archives',
  sandbox: 'Sample data',
  [embedding]: 'Embeddings',
} satisfies Record<Source | typeof embedding, string>

export function sourceName(source: string): string {
  return sourceNames[source] ?? source
}
