import { useQuery } from '@tanstack/react-query'
import { Button } from '#platform/ui/button.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Kbd } from '#platform/ui/kbd.tsx'
import { Menu, MenuItem, MenuSeparator } from '#platform/ui/overlays/menu.tsx'
import { useCommands } from '#platform/web/commands/use-commands.ts'
import { useUser } from '#platform/web/session/project.ts'
import type { Opportunity } from '../../contract.ts'
import type { Decision } from '../decisions.ts'
import { claimText } from '../labels.ts'
import { teammatesQuery } from './teammates.ts'

interface AssigneeProps {
  projectId: string
  lead: Opportunity
  decide: (decision: Decision) => void
}

/** Claims a lead for the user, or assigns it to another member. */
export function Assignee({ projectId, lead: { claim }, decide }: AssigneeProps) {
  const user = useUser()
  const me = user?.id
  const { data: teammates = [] } = useQuery(teammatesQuery(projectId))
  const free = () => decide({ kind: 'assignment', to: null })
  const others = teammates.filter(({ id }) => id !== me && id !== claim?.user)
  useCommands(
    'Assign',
    others.map((to) => ({
      id: `assign ${to.id}`,
      label: `Assign to ${to.name}`,
      icon: 'people',
      whenTyped: true,
      run: () => decide({ kind: 'assignment', to }),
    })),
  )
  return (
    <>
      {!claim && (
        <Button size="small" onClick={() => decide({ kind: 'claim' })}>
          <Icon name="people" /> Claim <Kbd className="@max-2xl:hidden">c</Kbd>
        </Button>
      )}
      {(claim || others.length > 0) && (
        <Menu
          trigger={
            <Button size="small">
              {claim ? (
                <>
                  <Icon name="people" /> {claimText(claim, me)}
                </>
              ) : (
                'Assign'
              )}
              <Icon name="chevronDown" className="text-faint" />
            </Button>
          }
        >
          {user && claim && claim.user !== me && (
            <MenuItem onClick={() => decide({ kind: 'assignment', to: { id: user.id, name: user.username } })}>
              Assign to me
            </MenuItem>
          )}
          {others.map((to) => (
            <MenuItem key={to.id} onClick={() => decide({ kind: 'assignment', to })}>
              Assign to {to.name}
            </MenuItem>
          ))}
          {claim && (
            <>
              {(others.length > 0 || claim.user !== me) && <MenuSeparator />}
              <MenuItem onClick={free}>Unclaim</MenuItem>
            </>
          )}
        </Menu>
      )}
    </>
  )
}
