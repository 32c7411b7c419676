import { classes } from '#platform/ui/classes.ts'
import type { Mention } from '../contract.ts'
import { sentenceParts } from './sentence.ts'

/** The sentence of a mention: the name in bold, and the words that show the sentiment underlined. */
export function QuotedSentence({ mention }: { mention: Pick<Mention, 'sentence' | 'spans'> }) {
  if (mention.sentence === '') return <span className="text-muted">Deleted on Reddit</span>
  return sentenceParts(mention).map(({ text, named, shown }, index) =>
    named || shown ? (
      <mark
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence are never reordered
        key={index}
        className={classes(
          'text-inherit',
          named ? 'font-semibold text-ink' : '',
          shown ? 'marked underline decoration-2 decoration-orange-400 underline-offset-4' : 'bg-transparent',
        )}
      >
        {text}
      </mark>
    ) : (
      text
    ),
  )
}
