import { Field } from '#platform/ui/fields/field.tsx'
import { Input } from '#platform/ui/fields/input.tsx'

/** People per page; with more people, a search field is shown. */
export const peoplePageSize = 25

interface FindPersonProps {
  /** The number of people. */
  among: number
  wanted: string
  onWanted: (wanted: string) => void
  placeholder: string
}

/** The field to search people, hidden if all are on one page. */
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
