import { type Draft, draftReply } from '#engine/replies/draft.ts'
import type { ReplyDraft, ReplyDraftCreate } from '../contract-drafts.ts'
import type { ReplyMaterial } from './reply-material.ts'

/** What a draft that is arranged from the project's facts stores. */
export type BuiltInDraft = { method: 'builtIn' } & Pick<
  ReplyDraft,
  'state' | 'text' | 'sentences' | 'facts' | 'unanswered' | 'because'
>

/** Arranges a project's facts as a draft. */
export function builtInDraft(material: ReplyMaterial, options: ReplyDraftCreate): BuiltInDraft {
  return { method: 'builtIn', ...storedDraft(draftOf(material, options), material.prompts.facts) }
}

/**
 * Returns whether a model may be asked to write instead: a fact answers, or only the language stops the built-in
 * drafter.
 */
export function isAnswerable(material: ReplyMaterial, options: ReplyDraftCreate): boolean {
  const draft = draftOf(material, options)
  return draft.state === 'drafted' || (draft.state === 'withheld' && draft.why === 'language')
}

function draftOf({ post, profile, aliases, prompts }: ReplyMaterial, options: ReplyDraftCreate): Draft {
  return draftReply({ post, profile, aliases, facts: prompts.facts, disclosure: prompts.disclosure, ...options })
}

function storedDraft(draft: Draft, facts: string): Omit<BuiltInDraft, 'method'> {
  const none = { text: null, sentences: [], facts: [], unanswered: [], because: null }
  switch (draft.state) {
    case 'drafted': {
      const lines = facts.split(/\r?\n/)
      const used = draft.sentences.flatMap(({ origin }) => (origin.kind === 'fact' ? [lines[origin.at]!.trim()] : []))
      return { ...none, ...draft, facts: used }
    }
    case 'missing': {
      const { state, asks, missing } = draft
      return { ...none, state, unanswered: [{ asks, missing }] }
    }
    case 'withheld':
      return { ...none, state: draft.state, because: draft.because }
  }
}
