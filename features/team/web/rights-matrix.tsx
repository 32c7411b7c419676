import { rightsTable } from '#engine/rules/access-words.ts'
import { type MemberRole, memberRoles } from '#engine/rules/rights.ts'
import { classes } from '#platform/ui/classes.ts'
import { Icon } from '#platform/ui/icon.tsx'
import { Section } from '#platform/web/forms/section.tsx'
import { roleNames } from '#platform/web/session/roles.ts'

/** The permissions of each role, from the table that the server enforces. The user's role is highlighted. */
export function RightsMatrix({ role }: { role: MemberRole }) {
  const shade = (each: MemberRole) => each === role && 'bg-accent-soft'
  return (
    <Section
      title="Role permissions"
      hint="Roles have the same permissions in every project. Your role is highlighted."
    >
      <table aria-label="Role permissions" className="w-full border-separate border-spacing-0 text-left">
        <thead>
          <tr>
            <th scope="col" className="h-9 border-line border-b pr-2 font-medium text-muted text-sm">
              <span className="sr-only">Permission</span>
            </th>
            {memberRoles.map((each) => (
              <th
                key={each}
                scope="col"
                className={classes(
                  'w-[13%] min-w-11 rounded-t-md border-line border-b text-center font-medium text-xs sm:text-sm',
                  each === role ? 'text-accent-ink' : 'text-muted',
                  shade(each),
                )}
              >
                {roleNames[each]}
                {each === role && <span className="sr-only"> (you)</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rightsTable().map(({ right, text, roles }) => (
            <tr key={right}>
              <th scope="row" className="border-line border-b py-2 pr-3 font-normal">
                {text}
              </th>
              {memberRoles.map((each) => (
                <td key={each} className={classes('border-line border-b text-center', shade(each))}>
                  {roles.includes(each) ? (
                    <Icon name="check" className="align-middle text-good" />
                  ) : (
                    <Icon name="minus" className="align-middle text-faint/60" />
                  )}
                  <span className="sr-only">{roles.includes(each) ? 'Yes' : 'No'}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}
