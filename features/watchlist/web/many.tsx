import { type ReactNode, useState } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import { Select } from '#platform/ui/fields/select.tsx'
import { type ListeningState, stateTexts } from './state.ts'

interface Choice {
  chosen: boolean
  onChoose: (chosen: boolean, event: Event) => void
}

interface ManyProps<Row extends { id: string }> {
  noun: 'keywords' | 'competitors'
  rows: readonly Row[]
  textOf: (row: Row) => string
  stateOf: (row: Row) => ListeningState
  /** What is done with those chosen. */
  actions: (chosen: Row[], clear: () => void) => ReactNode
  children: (row: Row, choice: Choice) => ReactNode
}

/** From so many rows on there is a box to find one. */
const findFrom = 8
const count = new Intl.NumberFormat('en')

/** A list of what is listened for, found by word and state; Shift and a checkbox choose a range. */
export function Many<Row extends { id: string }>({ noun, rows, textOf, stateOf, actions, children }: ManyProps<Row>) {
  const [word, setWord] = useState('')
  const [state, setState] = useState<ListeningState | 'all'>('all')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [last, setLast] = useState<string | null>(null)
  const sought = word.trim().toLowerCase()
  const shown = rows.filter(
    (row) => (state === 'all' || stateOf(row) === state) && textOf(row).toLowerCase().includes(sought),
  )
  const picked = shown.filter(({ id }) => chosen.has(id))
  const clear = () => setChosen(new Set())

  function choose(id: string, isChosen: boolean, isRange: boolean) {
    const [from, to] = [shown.findIndex((row) => row.id === last), shown.findIndex((row) => row.id === id)]
    const range = isRange && from >= 0 ? shown.slice(Math.min(from, to), Math.max(from, to) + 1) : [{ id }]
    const next = new Set(chosen)
    for (const each of range) {
      if (isChosen) next.add(each.id)
      else next.delete(each.id)
    }
    // Shift has marked the text in between, too.
    if (isRange) getSelection()?.removeAllRanges()
    setChosen(next)
    setLast(id)
  }

  const counts = Map.groupBy(rows, stateOf)
  const states = (Object.keys(stateTexts) as ListeningState[]).filter((each) => counts.has(each))
  return (
    <div className="flex flex-col gap-3">
      {rows.length >= findFrom && (
        <div className="flex flex-wrap gap-2">
          <Input
            type="search"
            aria-label={`Find among ${noun}`}
            placeholder={`Find among ${count.format(rows.length)} ${noun}`}
            value={word}
            onChange={(event) => setWord(event.target.value)}
            className="min-w-40 flex-1"
          />
          {states.length > 1 && (
            <Select
              aria-label={`State of ${noun}`}
              narrow
              value={state}
              onChange={setState}
              options={[
                { value: 'all', label: `All (${count.format(rows.length)})` },
                ...states.map((value) => ({
                  value,
                  label: `${stateTexts[value].word} (${count.format(counts.get(value)?.length ?? 0)})`,
                })),
              ]}
            />
          )}
        </div>
      )}
      {picked.length > 0 && (
        <section
          aria-label="Chosen"
          className="sticky top-2 z-10 flex flex-wrap items-center gap-2 rounded-xl border border-line bg-raised p-2 pl-4 shadow-lift"
        >
          <p role="status" className="tabular mr-auto font-medium">
            {count.format(picked.length)} chosen
          </p>
          {picked.length < shown.length && (
            <Button size="small" look="ghost" onClick={() => setChosen(new Set(shown.map(({ id }) => id)))}>
              All {count.format(shown.length)}
            </Button>
          )}
          {actions(picked, clear)}
          <Button size="small" look="ghost" onClick={clear}>
            None
          </Button>
        </section>
      )}
      <ul
        aria-label={noun === 'keywords' ? 'Keywords' : 'Competitors'}
        className="divide-y divide-line border-line border-y"
      >
        {shown.map((row) =>
          children(row, {
            chosen: chosen.has(row.id),
            onChoose: (isChosen, event) => choose(row.id, isChosen, 'shiftKey' in event && event.shiftKey === true),
          }),
        )}
      </ul>
      {shown.length === 0 && <p className="text-muted">Nothing of that kind among them.</p>}
    </div>
  )
}
