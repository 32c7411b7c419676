/** Signs that an item is on the product's topic: small numbers, 0 where the item shows none. */
export const fitFeatures = [
  'titleWords',
  'titlePhrase',
  'bodyWords',
  'bodyPhrase',
  'coverage',
  'titleCloseness',
  'bodyCloseness',
  'community',
  'kind',
  'kindCommunity',
  'titleCompetitor',
  'bodyCompetitor',
  'titleKeyword',
  'bodyKeyword',
  'length',
  'comment',
] as const

/** Signs that its author is looking for such a product now. */
export const hotFeatures = [
  'titleLeave',
  'titleWonder',
  'titleCategory',
  'titleAskFit',
  'titleAskNear',
  'titleCompetitor',
  'bodyAsk',
  'bodyWonder',
  'bodyAskFit',
  'bodyAskNear',
  'bodyPainFit',
  'bodyAskCategory',
  'bodyCompetitor',
  'titleOwn',
  'bodyOwn',
  'research',
  'news',
  'career',
  'learn',
  'talk',
  'make',
  'self',
  'reader',
  'request',
  'offer',
  'seek',
  'need',
  'length',
] as const

/** Signs that its author needs such a product, now or later. */
export const intentFeatures = [
  ...hotFeatures,
  'advice',
  'titleWords',
  'titleKeyword',
  'titleCloseness',
  'bodyCloseness',
  'kind',
  'kindCommunity',
  'comment',
] as const

export type FitFeature = (typeof fitFeatures)[number]
export type IntentFeature = (typeof intentFeatures)[number]
export type HotFeature = (typeof hotFeatures)[number]
export type FeatureName = FitFeature | IntentFeature

/** All features, each once, and their indexes. */
export const featureNames: readonly FeatureName[] = [...new Set<FeatureName>([...fitFeatures, ...intentFeatures])]
export const featureIndexes = Object.fromEntries(featureNames.map((name, index) => [name, index])) as Record<
  FeatureName,
  number
>

/** Converts features from the order of featureNames to a record by name. */
export function byFeatureName(values: ArrayLike<number>): Record<FeatureName, number> {
  return Object.fromEntries(featureNames.map((name, index) => [name, values[index]!])) as Record<FeatureName, number>
}
