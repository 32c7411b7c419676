/** What the authors of leads say, with quotes: problems, doubts about products, what they ask for, and their own words. */
export const quoteKinds = ['pains', 'objections', 'requests', 'phrases'] as const
export type QuoteKind = (typeof quoteKinds)[number]

export function isQuoteKind(metric: string): metric is QuoteKind {
  return quoteKinds.some((kind) => kind === metric)
}
