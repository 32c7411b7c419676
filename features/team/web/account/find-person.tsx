import { Field } from '#platform/ui/fields/field.tsx'
import { Input } from '#platform/ui/fields/input.tsx'

/** People that one page holds; where there are more, one of them is to be found. */
export const peoplePageSize = 25

interface FindPersonProps {
  /** How many people there are. */
  among: number
  wanted: string
  onWanted: (wanted: string) => void
  placeholder: string
}

/** The box to find somebody in; left out where all of them are in sight. */
export function FindPerson({ among, wanted, onWanted, placeholder }: FindPersonProps) {
  if (among <= peoplePageSize) return null
  return (
    <Field label="Find a person">
      {(control) => (
        <Input
          {...control}
          type="search"
          value={wanted}
          onChange={(event) => onWanted(event.target.value)}
          placeholder={placeholder}
        />
      )}
    </Field>
  )
}
