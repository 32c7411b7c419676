import type { FormEvent } from 'react'
import { NameField, PhrasesField, SummaryField } from './fields.tsx'
import type { SetupForm } from './use-setup-form.ts'
import { Samples, Website, type WebsiteState } from './website.tsx'

interface ProductStepProps {
  form: SetupForm
  website: WebsiteState & { readSample: (website: string) => Promise<void> }
  onSubmit: (event: FormEvent) => void
  id: string
}

/** The product, read from its website or entered by hand. */
export function ProductStep({ form, website, onSubmit, id }: ProductStepProps) {
  return (
    <>
      <Samples reading={website.reading} onTry={(address) => void website.readSample(address)} />
      <Website form={form} website={website} />
      <form id={id} onSubmit={onSubmit} noValidate className="flex flex-col gap-6">
        <NameField form={form} />
        <SummaryField form={form} />
        <PhrasesField
          form={form}
          name="audience"
          label="Target audience"
          noun="audience"
          placeholder="freelance designers"
        />
        <PhrasesField form={form} name="pains" label="Pain points" noun="pain point" placeholder="lost receipts" />
      </form>
    </>
  )
}
