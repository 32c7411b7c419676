import { useState } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import { Select } from '#platform/ui/fields/select.tsx'
import type { Prompt } from '../../contract.ts'
import { communityIn } from './edits.ts'

interface CommunityScopeProps {
  /** Null: all communities without a text of their own. */
  value: string | null
  onChange: (subreddit: string | null) => void
  /** The communities that the project follows. */
  communities: readonly string[]
  prompts: readonly Prompt[]
  locked: boolean
}

const everywhere = '*'

/** Chooses for which community the prompts below are. */
export function CommunityScope({ value, onChange, communities, prompts, locked }: CommunityScopeProps) {
  const own = new Set(prompts.flatMap(({ subreddit, active }) => (active && subreddit?.toLowerCase()) || []))
  const names = [...new Set([...own, ...communities, ...(value === null ? [] : [value])])].toSorted()
  return (
    <div className="grid grid-cols-1 gap-6 sm:grid-cols-2">
      <Field label="Community" hint="A community's own text replaces the general one of the same kind.">
        {(control) => (
          <Select
            {...control}
            value={value ?? everywhere}
            onChange={(next) => onChange(next === everywhere ? null : next)}
            options={[
              { value: everywhere, label: 'All communities' },
              ...names.map((name) => ({
                value: name,
                label: `r/${name}`,
                ...(own.has(name) && { detail: 'Has its own texts' }),
              })),
            ]}
          />
        )}
      </Field>
      {!locked && <AddCommunity onAdd={onChange} />}
    </div>
  )
}

function AddCommunity({ onAdd }: { onAdd: (subreddit: string) => void }) {
  const [typed, setTyped] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const community = communityIn(typed)
        setIsWrong(community === null)
        if (community === null) return
        setTyped('')
        onAdd(community)
      }}
    >
      <Field
        label="Another community"
        error={isWrong ? 'Enter the name of a community, such as r/smallbusiness.' : undefined}
      >
        {(control) => (
          <div className="flex gap-2">
            <Input
              {...control}
              value={typed}
              placeholder="r/smallbusiness"
              onChange={(event) => setTyped(event.target.value)}
              className="min-w-0 flex-1"
            />
            <Button type="submit" className="h-10">
              Open
            </Button>
          </div>
        )}
      </Field>
    </form>
  )
}
