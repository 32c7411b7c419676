export const draftLengths = ['short', 'medium', 'long'] as const
export type DraftLength = (typeof draftLengths)[number]

export const tones = ['plain', 'friendly', 'expert'] as const
export type Tone = (typeof tones)[number]
