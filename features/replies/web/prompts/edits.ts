import { type PromptKind, replyPromptKinds } from '#engine/replies/prompt-kinds.ts'
import type { Prompt } from '../../contract.ts'
import type { DraftTestCreate } from '../../contract-drafts.ts'

/** The place of a prompt: its kind, and the community or null for all others. */
export interface PromptPlace {
  kind: PromptKind
  subreddit: string | null
}

/** Texts that are typed but not saved, by their place. */
export type Edits = ReadonlyMap<string, PromptPlace & { text: string }>

export function placeKey({ kind, subreddit }: PromptPlace): string {
  return `${kind} ${subreddit?.toLowerCase() ?? ''}`
}

/** Returns the prompt at a place, active or not. */
export function promptAt(prompts: readonly Prompt[], place: PromptPlace): Prompt | undefined {
  return prompts.find((each) => placeKey(each) === placeKey(place))
}

/** Returns the communities that have a prompt of a kind of their own. */
export function communitiesWith(prompts: readonly Prompt[], kind: PromptKind): string[] {
  return prompts.flatMap((each) => (each.kind === kind && each.active && each.subreddit ? [each.subreddit] : []))
}

/** Returns the edits that drafts are written with. Briefs don't matter to them. */
export function testedPrompts(edits: Edits): DraftTestCreate['prompts'] {
  return [...edits.values()].flatMap(({ kind, subreddit, text }) => {
    const known = replyPromptKinds.find((each) => each === kind)
    return known ? [{ kind: known, subreddit, text }] : []
  })
}

/** Returns the community in what somebody typed, such as `r/Welding`, in lower case; null if it is none. */
export function communityIn(typed: string): string | null {
  return /^\s*\/?(?:r\/)?(\w{2,21})\/?\s*$/.exec(typed)?.[1]?.toLowerCase() ?? null
}

/** Returns a part of the path of the post at an address on Reddit that no other post has; null if it is none. */
export function postPathIn(address: string): string | null {
  return /\/comments\/[a-z0-9]{1,13}(?:\/[^/?#\s]*\/[a-z0-9]{1,13})?(?=[/?#\s]|$)/i.exec(address)?.[0] ?? null
}
