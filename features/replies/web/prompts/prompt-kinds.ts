import { briefKinds, type PromptKind, replyPromptKinds } from '#engine/replies/prompt-kinds.ts'

interface KindTexts {
  title: string
  hint: string
  /** What applies while there is no text: the default. */
  none: (product: string) => string
  /** Whether only chat models read it. */
  isForModel: boolean
}

export const kindTexts: Record<PromptKind, KindTexts> = {
  facts: {
    title: 'Facts',
    hint: 'One per line. Suggested replies say nothing else about your product. Start general advice with “Tip:”.',
    none: () => 'Default: no facts, so no replies are suggested.',
    isForModel: false,
  },
  voice: {
    title: 'Voice',
    hint: 'How replies sound. Only chat models use it.',
    none: () => 'Default: only the tone you choose for a reply.',
    isForModel: true,
  },
  disclosure: {
    title: 'Disclosure',
    hint: 'The line that ends each reply that names your product.',
    none: (product) => `Default: “Disclosure: I work on ${product}.”`,
    isForModel: false,
  },
  bannedClaims: {
    title: 'Claims to avoid',
    hint: 'One per line. The rule check marks them as broken, and chat models are told not to make them.',
    none: () => 'Default: no claims.',
    isForModel: false,
  },
  intentBrief: {
    title: 'Intent brief',
    hint: 'What makes a post a lead, in your words. The chat model judges your best posts by this. Saving it judges them again.',
    none: () => 'Default: your product description decides.',
    isForModel: true,
  },
  noiseBrief: {
    title: 'Noise brief',
    hint: 'What makes a post not a lead, even if it sounds like one. The chat model takes these posts off your list.',
    none: () => 'Default: your product description decides.',
    isForModel: true,
  },
}

/** The kinds to edit, in order: those for replies, and for all communities also the briefs. */
export function kindsFor(subreddit: string | null): readonly PromptKind[] {
  return subreddit === null ? [...replyPromptKinds, ...briefKinds] : replyPromptKinds
}
