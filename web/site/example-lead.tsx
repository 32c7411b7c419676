import type { ReactNode } from 'react'
import { Signal } from '../ui/signal.tsx'

const parts = [
  { name: 'Fit', points: 38, text: 'Describes your product' },
  { name: 'Intent', points: 31, text: 'Asks what others use' },
  { name: 'Freshness', points: 15, text: 'Posted today' },
  { name: 'Engagement', points: 6, text: 'Others join in' },
]

/** A lead as the app shows it. The person and the post are made up. */
export function ExampleLead() {
  return (
    <figure className="rounded-2xl border border-line bg-raised shadow-lift">
      <figcaption className="sr-only">An example of a lead, with its score taken apart</figcaption>
      <div className="p-6 sm:p-7">
        <p className="flex flex-wrap gap-x-3 text-muted text-sm">
          <span className="font-medium text-ink">r/smallbusiness</span>
          <span>2 h</span>
          <span>14 votes</span>
          <span>9 comments</span>
        </p>
        <p className="mt-3 text-pretty font-semibold text-xl leading-7 tracking-tight">
          Our <Word>spreadsheet of customers</Word> is falling apart. <Word>What do you use?</Word>
        </p>
        <p className="mt-3 text-pretty text-muted">
          Four of us, about two hundred wholesale accounts. We <Word>keep forgetting to follow up</Word> and nobody
          knows who spoke to whom. Happy to pay if it takes an afternoon to learn, not a month.
        </p>
      </div>
      <div className="border-line border-t px-6 py-4 sm:px-7">
        <p className="flex items-center gap-3 font-semibold text-accent-ink">
          <Signal className="h-5 w-auto text-accent" />
          Wants it now
          <span className="tabular ml-auto text-ink text-xl">90</span>
        </p>
        <ul className="mt-3 flex flex-col gap-1.5 text-sm">
          {parts.map(({ name, points, text }) => (
            <li
              key={name}
              className="grid grid-cols-[5.5rem_1fr_1.5rem] items-center gap-3 sm:grid-cols-[5.5rem_1fr_5rem_1.5rem]"
            >
              <span className="text-muted">{name}</span>
              <span>{text}</span>
              <span className="h-1.5 overflow-hidden rounded-full bg-hover max-sm:hidden">
                <span className="block h-full rounded-full bg-accent" style={{ width: `${(points / 45) * 100}%` }} />
              </span>
              <span className="tabular text-right font-medium">{points}</span>
            </li>
          ))}
        </ul>
      </div>
    </figure>
  )
}

function Word({ children }: { children: ReactNode }) {
  return <mark className="marked bg-transparent text-ink dark:bg-none dark:bg-orange-400/25">{children}</mark>
}
