import { type FormEvent, useState } from 'react'
import { explanation } from '#engine/query/explain.ts'
import { parseQuery } from '#engine/query/parse.ts'
import { Button } from '#platform/ui/button.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import { Select } from '#platform/ui/fields/select.tsx'
import { TagInput } from '#platform/ui/fields/tag-input.tsx'
import { Drawer } from '#platform/ui/overlays/dialog.tsx'
import { kindNames, type SearchKind } from '../view.ts'
import { type Draft, draftOfQuery, emptyDraft, queryOfDraft } from './draft.ts'

interface BuilderProps {
  query: string
  onSearch: (query: string) => void
  onClose: () => void
}

/** A form that writes the query, and shows the current one if it can. */
export function Builder({ query, onSearch, onClose }: BuilderProps) {
  const parsed = query === '' ? null : parseQuery(query, 'search')
  const known = parsed?.state === 'read' ? draftOfQuery(parsed.query) : null
  const [draft, setDraft] = useState<Draft>(known ?? emptyDraft)
  const set = (values: Partial<Draft>) => setDraft({ ...draft, ...values })
  const text = queryOfDraft(draft)
  const result = text === '' ? null : parseQuery(text, 'search')

  function submit(event: FormEvent) {
    event.preventDefault()
    if (result?.state === 'read') onSearch(text)
  }

  return (
    <Drawer side="end" open onOpenChange={onClose} title="Build query">
      <form onSubmit={submit} className="flex flex-col gap-5">
        {query !== '' && !known && (
          <p className="text-muted text-sm">
            This form can't show the current query. Anything you enter here replaces it.
          </p>
        )}
        <Words label="All of these words or phrases" values={draft.all} onChange={(all) => set({ all })} />
        <Words label="Any of these" values={draft.any} onChange={(any) => set({ any })} />
        <Words label="None of these" values={draft.none} onChange={(none) => set({ none })} />
        <Words
          label="In these communities"
          noun="community"
          placeholder="smallbusiness"
          values={draft.subreddits}
          onChange={(subreddits) => set({ subreddits })}
        />
        <div className="grid grid-cols-2 gap-4">
          <Text label="Author" value={draft.author} onChange={(author) => set({ author })} />
          <Field label="Type">
            {(control) => (
              <Select<SearchKind | 'both'>
                {...control}
                value={draft.kind ?? 'both'}
                options={[
                  { value: 'both', label: 'Both' },
                  { value: 'post', label: kindNames.post },
                  { value: 'comment', label: kindNames.comment },
                ]}
                onChange={(kind) => set({ kind: kind === 'both' ? null : kind })}
              />
            )}
          </Field>
          <Text label="Posted since" placeholder="7d" value={draft.after} onChange={(after) => set({ after })} />
          <Text
            label="Posted before"
            placeholder="2026-01-31"
            value={draft.before}
            onChange={(before) => set({ before })}
          />
          <Text
            label="Minimum votes"
            placeholder="10"
            value={draft.minScore}
            onChange={(minScore) => set({ minScore })}
          />
        </div>
        <div aria-live="polite" className="flex flex-col gap-1 rounded-lg bg-sunken px-3 py-2 text-sm">
          <p className="wrap-anywhere font-medium">{text || 'Fill in at least one field.'}</p>
          {result?.state === 'read' && <p className="wrap-anywhere text-muted">{explanation(result.query)}</p>}
          {result?.state === 'faulty' && <p className="text-danger">{result.fault.cause}.</p>}
        </div>
        <div className="flex justify-end gap-2">
          <Button look="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" look="primary" disabled={result?.state !== 'read'}>
            Search
          </Button>
        </div>
      </form>
    </Drawer>
  )
}

interface WordsProps {
  label: string
  noun?: string
  placeholder?: string
  values: readonly string[]
  onChange: (values: string[]) => void
}

function Words({ label, noun = 'word', placeholder = '', values, onChange }: WordsProps) {
  return (
    <Field label={label}>
      {(control) => (
        <TagInput
          {...control}
          noun={noun}
          placeholder={placeholder}
          maxLength={100}
          value={values}
          onChange={onChange}
        />
      )}
    </Field>
  )
}

interface TextProps {
  label: string
  placeholder?: string
  value: string
  onChange: (value: string) => void
}

function Text({ label, placeholder = '', value, onChange }: TextProps) {
  return (
    <Field label={label}>
      {(control) => (
        <Input
          {...control}
          maxLength={50}
          placeholder={placeholder}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
