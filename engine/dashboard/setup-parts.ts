/** What a project can have set up, in the order of its use. */
export const setupParts = [
  'keywords',
  'competitors',
  'communities',
  'source',
  'facts',
  'disclosure',
  'alerts',
  'redditAccount',
  'mailbox',
  'team',
] as const
export type SetupPart = (typeof setupParts)[number]
