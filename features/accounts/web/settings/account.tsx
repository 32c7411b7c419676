import { Suspense } from 'react'
import { PageHeading } from '#platform/ui/page-heading.tsx'
import { useUser } from '#platform/web/session/project.ts'
import { useSlot } from '#platform/web/slots.ts'
import { EmailAddress } from './address.tsx'
import { Deletion } from './deletion.tsx'
import { Passkeys } from './passkeys/passkeys.tsx'
import { Password } from './password.tsx'
import { Profile } from './profile.tsx'
import { Sessions } from './sessions.tsx'
import { SignInMethods } from './sign-in-methods.tsx'
import { ApiTokens } from './tokens.tsx'
import { TwoFactor } from './two-factor/two-factor.tsx'

export function AccountSettings() {
  const user = useUser()
  const AccountExport = useSlot('accountExport')
  return (
    <>
      <PageHeading title="Account">Personal settings for all your projects.</PageHeading>
      {user && (
        <Suspense>
          <Profile key={user.id} user={user} />
          <EmailAddress user={user} />
          <Password user={user} />
          <TwoFactor user={user} />
          <Passkeys user={user} />
          <SignInMethods user={user} />
          <Sessions />
          <ApiTokens />
          <AccountExport />
          <Deletion />
        </Suspense>
      )}
    </>
  )
}
