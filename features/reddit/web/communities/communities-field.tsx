import type { KeyboardEvent } from 'react'
import { useId, useState } from 'react'
import { community } from '#platform/contract/communities.ts'
import { Button } from '#platform/ui/button.tsx'
import type { ControlProps } from '#platform/ui/fields/field.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import { splitTags } from '#platform/ui/fields/tags.ts'
import { messageOf } from '#platform/web/api/call-error.ts'
import type { CommunitiesFieldProps } from '#platform/web/feature.ts'
import { useProject } from '#platform/web/session/project.ts'
import { CommunityPlaybook } from '../playbook/community-playbook.tsx'
import { CommunityRow } from './community-row.tsx'
import { closedText } from './labels.ts'
import { useProfiles } from './use-profiles.ts'

/** A field for communities: suggested ones with their size and promotion rules, and others by name. */
export function CommunitiesField({
  value,
  onChange,
  proposed = [],
  error,
  disabled = false,
  hasPlaybooks = false,
}: CommunitiesFieldProps) {
  const projectId = useProject()?.id
  const [now] = useState(Date.now)
  const [listed, setListed] = useState(() => value.filter((name) => !proposed.includes(name)))
  const names = [...new Set([...proposed, ...listed, ...value])]
  const profiles = useProfiles(names)
  const isOwn = (name: string) => listed.includes(name) || !proposed.includes(name)
  const shown = names.filter((name) => {
    const profile = profiles.known.get(name)
    return isOwn(name) || !profile || closedText(profile) === null
  })

  function add(added: readonly string[]) {
    setListed((before) => [...new Set([...before, ...added])])
    onChange([...new Set([...value, ...added])])
  }

  function remove(name: string) {
    setListed((before) => before.filter((other) => other !== name))
    onChange(value.filter((other) => other !== name))
  }

  return (
    <div className="flex flex-col gap-3">
      <AddByName known={value} onAdd={add} error={error} disabled={disabled} />
      {shown.length > 0 && (
        <ul aria-label="Communities" className="divide-y divide-line rounded-lg border border-line">
          {shown.map((name) => (
            <CommunityRow
              key={name}
              name={name}
              profile={profiles.known.get(name)}
              isWaiting={profiles.isWaiting}
              chosen={value.includes(name)}
              onChoose={(chosen) => onChange(chosen ? [...value, name] : value.filter((other) => other !== name))}
              onRemove={() => remove(name)}
              disabled={disabled}
              hasPlaybook={hasPlaybooks}
            />
          ))}
        </ul>
      )}
      {hasPlaybooks && projectId !== undefined && <CommunityPlaybook projectId={projectId} now={now} />}
      {profiles.error && shown.length > 0 && (
        <p className="flex flex-wrap items-center gap-2 text-muted text-sm">
          Couldn't load sizes and rules. {messageOf(profiles.error)}
          <Button size="small" onClick={profiles.retry}>
            Try again
          </Button>
        </p>
      )}
    </div>
  )
}

interface AddByNameProps {
  known: readonly string[]
  onAdd: (names: string[]) => void
  error: string | undefined
  disabled: boolean
}

/** An input for names. It isn't a separate form, since it is part of the surrounding form. */
function AddByName({ known, onAdd, error, disabled }: AddByNameProps) {
  const [draft, setDraft] = useState('')
  const [fault, setFault] = useState<string>()
  const nounId = useId()

  function add() {
    const typed = splitTags(draft)
    if (typed.length === 0) return
    const read = typed.map((each) => community.safeParse(each))
    const names = read.flatMap(({ data }) => data ?? [])
    if (names.length < typed.length) {
      return setFault('Enter a name such as smallbusiness, with 2 to 21 letters, digits, or underscores')
    }
    const added = names.filter((name) => !known.includes(name))
    if (added.length === 0)
      return setFault(`r/${names.join(', r/')} ${names.length === 1 ? 'is' : 'are'} already in the list`)
    onAdd(added)
    setDraft('')
    setFault(undefined)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || draft.trim() === '') return
    event.preventDefault()
    add()
  }

  return (
    <Field
      label="Communities"
      aside="Optional"
      hint="Where your audience posts. Leave empty to search all of Reddit."
      error={fault ?? error}
    >
      {(control: ControlProps) => (
        <div className="flex gap-2">
          <Input
            {...control}
            value={draft}
            onChange={(event) => {
              setDraft(event.target.value)
              setFault(undefined)
            }}
            onKeyDown={onKeyDown}
            placeholder="r/smallbusiness"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="enter"
            disabled={disabled}
            className="min-w-0 flex-1"
          />
          <Button onClick={add} disabled={disabled} aria-describedby={nounId} className="min-h-10">
            Add
            <span id={nounId} className="sr-only">
              community
            </span>
          </Button>
        </div>
      )}
    </Field>
  )
}
