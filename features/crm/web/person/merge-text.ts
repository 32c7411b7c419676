import { count } from '#platform/web/text/units.ts'

interface Moving {
  conversations: number
  notes: number
  tasks: number
  invitations: number
  doNotContact: boolean
}

/** Returns what a merge does, as lines. */
export function mergeLines({ doNotContact, ...moving }: Moving, handle: string): string[] {
  const nouns = { conversations: 'conversation', notes: 'note', tasks: 'task', invitations: 'invitation' } as const
  const moves = (Object.keys(nouns) as (keyof typeof nouns)[])
    .filter((key) => moving[key] > 0)
    .map((key) => `${count(moving[key])} ${nouns[key]}${moving[key] === 1 ? '' : 's'}`)
  const parts = [...moves, 'the timeline']
  return [
    `Moves ${new Intl.ListFormat('en').format(parts)}`,
    `Messages in the conversations of u/${handle} still go to that account`,
    ...(doNotContact ? ['The person is marked “Do not contact”, since one of the two is'] : []),
  ]
}
