import type { Component, Label } from '#engine/score/component.ts'
import type { Span } from '#engine/spans.ts'
import { Signal } from '#platform/ui/signal.tsx'
import type { ScoredExample } from './scored-example.ts'

/** The labels of the app. */
const bands: Record<Label, string> = { 3: 'Wants it now', 2: 'Has the problem', 1: 'On topic', 0: 'Unrelated' }
const names: Partial<Record<Component['name'], string>> = { fit: 'Fit', intent: 'Intent' }
/** The points at which a bar is full, and from which a reason's words are marked. */
const fullBar = 60
const markedFrom = 3
/** The number of reasons shown per component; the app shows all. */
const shown = 4

/** A lead as the app shows it. */
export function ExampleLead({ example: { post, score, label, components } }: { example: ScoredExample }) {
  return (
    <figure className="rounded-2xl border border-line bg-raised shadow-lift">
      <figcaption className="sr-only">An example lead with its chance and the reasons for it</figcaption>
      <div className="p-6 sm:p-7">
        <p className="flex flex-wrap gap-x-3 text-muted text-sm">
          <span className="font-medium text-ink">r/{post.subreddit}</span>
          <span>{post.hoursAgo} h</span>
          <span>{post.votes} votes</span>
          <span>{post.comments} comments</span>
        </p>
        <p className="mt-3 text-pretty font-semibold text-xl leading-7 tracking-tight">
          <Marked text={post.title} spans={spansIn('title', components)} />
        </p>
        <p className="mt-3 text-pretty text-muted">
          <Marked text={post.body} spans={spansIn('body', components)} />
        </p>
      </div>
      <div className="border-line border-t px-6 py-5 sm:px-7">
        <p className="flex items-center gap-3 font-semibold text-accent-ink">
          <Signal strength={label} className="h-5 w-auto text-accent" />
          {bands[label]}
          <span className="tabular ml-auto text-ink text-xl">{Math.round(score)}%</span>
        </p>
        <ul className="mt-3 flex flex-col gap-2.5 text-sm">
          {components.map(({ name, points, reasons }) => (
            <li key={name} className="grid grid-cols-[1fr_2rem] gap-x-3 sm:grid-cols-[5.5rem_1fr_4rem_2rem]">
              <span className="text-muted">{names[name]}</span>
              <ul className="min-w-0 max-sm:col-span-2 max-sm:row-start-2">
                {reasons.slice(0, shown).map((reason) => (
                  <li key={reason.text}>
                    {reason.text}
                    {'\u00a0'}
                    <span className="tabular text-faint text-xs">{signed(reason.points)}</span>
                  </li>
                ))}
              </ul>
              <span className="mt-[0.4375rem] h-1.5 overflow-hidden rounded-full bg-hover max-sm:hidden">
                <span
                  className="block h-full rounded-full bg-accent"
                  style={{ width: `${Math.min(100, (points / fullBar) * 100)}%` }}
                />
              </span>
              <span className="tabular text-right font-medium">{signed(points)}</span>
            </li>
          ))}
        </ul>
      </div>
    </figure>
  )
}

/** Returns the spans of the more important reasons, in text order and without overlaps. */
function spansIn(field: Span['field'], components: readonly Component[]): Pick<Span, 'start' | 'end'>[] {
  const merged: Pick<Span, 'start' | 'end'>[] = []
  const spans = components
    .flatMap(({ reasons }) => reasons.filter(({ points }) => points >= markedFrom).flatMap(({ spans }) => spans))
    .filter((span) => span.field === field)
    .sort((a, b) => a.start - b.start)
  for (const { start, end } of spans) {
    const last = merged.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else merged.push({ start, end })
  }
  return merged
}

function Marked({ text, spans }: { text: string; spans: readonly Pick<Span, 'start' | 'end'>[] }) {
  return [
    ...spans.flatMap(({ start, end }, index) => [
      text.slice(spans[index - 1]?.end ?? 0, start),
      <mark key={start} className="marked bg-transparent text-ink dark:bg-none dark:bg-orange-400/25">
        {text.slice(start, end)}
      </mark>,
    ]),
    text.slice(spans.at(-1)?.end ?? 0),
  ]
}

function signed(points: number): string {
  const whole = Math.round(points)
  return whole < 0 ? `\u2212${-whole}` : `+${whole}`
}
