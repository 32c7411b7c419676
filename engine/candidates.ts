import type { Span } from '@earshot/contract/entities'

/** One phrase of a project found in an item. */
export interface Hit extends Span {
  /** The phrase as the project has it (keyword, competitor) or as it was derived (profile). */
  phrase: string
  kind: 'keyword' | 'competitor' | 'profile'
}
