/** What says that an item is on the product's topic: each a small number, 0 where the item shows nothing of it. */
export const fitFeatures = [
  'titleWords',
  'titlePhrase',
  'bodyWords',
  'bodyPhrase',
  'coverage',
  'closeness',
  'community',
  'titleCompetitor',
  'bodyCompetitor',
  'titleKeyword',
  'bodyKeyword',
  'length',
  'comment',
] as const

/** What says that its author wants such a product. */
export const intentFeatures = [
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
  'length',
  'comment',
] as const

export type FitFeature = (typeof fitFeatures)[number]
export type IntentFeature = (typeof intentFeatures)[number]
export type FeatureName = FitFeature | IntentFeature
