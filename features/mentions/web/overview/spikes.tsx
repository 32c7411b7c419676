import { useId } from 'react'
import { dayText } from '#platform/ui/charts/days.ts'
import type { MentionSpike } from '../../contract.ts'
import { mentionsText, usualText } from '../labels.ts'

interface SpikesProps {
  /** In the order of their numbers in the chart. */
  spikes: readonly MentionSpike[]
  onOpen: (mention: string) => void
}

/** The days with unusually many mentions, each with the thread behind it. */
export function Spikes({ spikes, onOpen }: SpikesProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-xl border border-line bg-raised p-4">
      <h3 id={id} className="font-semibold">
        Spikes
      </h3>
      {spikes.length === 0 ? (
        <p className="mt-1 text-muted text-sm">
          No day had unusually many mentions. A spike is a day with at least five, and three times as many as usual.
        </p>
      ) : (
        <ol className="mt-2 divide-y divide-line">
          {spikes.map(({ id: name, day, phrase, mentions, usual, thread }, index) => (
            <li key={`${name} ${day}`} className="flex gap-3 py-2.5">
              <span
                aria-hidden="true"
                className="tabular grid size-6 shrink-0 place-items-center rounded-full border border-line font-medium text-sm"
              >
                {index + 1}
              </span>
              <div className="min-w-0 flex-1">
                <p>
                  <span className="wrap-anywhere font-medium">{phrase}</span>{' '}
                  <span className="text-muted text-sm">
                    {dayText(day)} · {mentionsText(mentions)}, {usualText(usual)}
                  </span>
                </p>
                <button
                  type="button"
                  onClick={() => onOpen(thread.mention)}
                  className="wrap-anywhere mt-0.5 line-clamp-2 min-h-6 rounded text-left text-sm underline decoration-line underline-offset-4 hover:decoration-current"
                >
                  {thread.title || 'Deleted on Reddit'}
                </button>
                <p className="text-muted text-sm">
                  r/{thread.subreddit} · {mentionsText(thread.mentions)} in this thread
                </p>
              </div>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
