import { ExportData } from '#features/privacy/web/export-data.tsx'
import { useUser } from '#features/projects/web/project.ts'
import { PageHeading } from '#platform/ui/page-heading.tsx'
import { Section } from '#platform/web/forms/section.tsx'
import { EmailAddress } from './address.tsx'
import { Deletion } from './deletion.tsx'
import { Password } from './password.tsx'
import { Profile } from './profile.tsx'
import { Sessions } from './sessions.tsx'
import { SignInMethods } from './sign-in-methods.tsx'
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
          <SignInMethods user={user} />
          <Sessions />
          <ApiTokens />
          <Section
            title="Your data"
            hint="One file with everything that is kept of you and of the projects you own, for you and for other programs."
          >
            <ExportData projectId={null} label="Export my data" />
          </Section>
          <Deletion />
        </>
      )}
    </>
  )
}
