import { PageHeading } from '../../../ui/page-heading.tsx'
import { useUser } from '../../project.ts'
import { EmailAddress } from './address.tsx'
import { Password } from './password.tsx'
import { Profile } from './profile.tsx'
import { Sessions } from './sessions.tsx'
import { ApiTokens } from './tokens.tsx'

export function AccountSettings() {
  const user = useUser()
  return (
    <>
      <PageHeading title="Account">What belongs to you rather than to a project.</PageHeading>
      {user && (
        <>
          <Profile key={user.id} user={user} />
          <EmailAddress user={user} />
          <Password user={user} />
          <Sessions />
          <ApiTokens />
        </>
      )}
    </>
  )
}
