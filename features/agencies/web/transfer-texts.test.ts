import { expect, test } from 'vitest'
import type { TransferPreview } from '../contract.ts'
import { transferTexts } from './transfer-texts.ts'

const preview: TransferPreview = {
  ...{ isAgencyProject: true, granted: true, plan: 'growth', brand: null, nextBrand: null, holdsSubscription: false },
}

test.each<[string, Partial<TransferPreview>, (string | RegExp)[]]>([
  ['an ordinary project', { isAgencyProject: false, plan: null }, []],
  ['one with billing off', { plan: null }, [/stays a client project/]],
  ['to another agency', {}, [/with the limits of Growth/]],
  ['to someone without a subscription', { granted: false, plan: null }, [/has no plan until they choose one/]],
  ['away from a brand', { brand: 'Northside' }, [/Growth/, /no longer show the brand of Northside/]],
  ['to another brand', { brand: 'Northside', nextBrand: 'Bay' }, [/Growth/, /the brand of Bay instead of Northside/]],
  ['with the subscription of its owner', { isAgencyProject: false, holdsSubscription: true }, [/Cancel it first/]],
])('the transfer of %s says what changes', (_, values, texts) => {
  const said = transferTexts({ ...preview, ...values }).map(({ text }) => text)
  expect(said).toEqual(texts.map((text) => expect.stringMatching(text)))
})
