/** What the chat model that judges leads gets besides the product's description. */
export const briefKinds = ['intentBrief', 'noiseBrief'] as const

/** What replies are written with. A community can have its own. */
export const replyPromptKinds = ['facts', 'voice', 'disclosure', 'bannedClaims'] as const
export type ReplyPromptKind = (typeof replyPromptKinds)[number]

export const promptKinds = [...briefKinds, ...replyPromptKinds] as const
export type PromptKind = (typeof promptKinds)[number]
