import { OUTSIDE, registerCompany } from '../people.js'
import { expect, expectAccessible, test } from '../story.js'

const LOOP = 'const Email = () => { for (;;) {} }'

test('an admin writes an email template and sees it while typing', async ({ somebody }) => {
  const ada = await somebody()
  await registerCompany(ada, OUTSIDE)
  await ada.goto('/developers/_templates')
  const code = ada.getByRole('textbox', { name: 'Code of the template' })
  const preview = ada.frameLocator('iframe[title="Preview of the email"]')
  const error = ada.getByRole('alert')
  await expect(preview.getByRole('heading', { name: 'You have a new message' })).toBeVisible()
  await expectAccessible(ada)

  await test.step('the preview follows, and the draft survives a reload', async () => {
    await code.fill('const Email = () => <Layout><Heading>Good news</Heading></Layout>')
    await expect(preview.getByRole('heading', { name: 'Good news' })).toBeVisible()
    await ada.reload()
    await expect(preview.getByRole('heading', { name: 'Good news' })).toBeVisible()
  })

  await test.step('an error is shown, and the last preview stays', async () => {
    for (const [wrong, message] of [
      ['const Email = () => <b>', /Unexpected token|Unterminated/],
      ['const Email = () => missing', /missing is not defined/],
      ['const Mail = () => null', /Define a component called Email/],
      [LOOP, /did not finish within 2 seconds/],
    ] as const) {
      await code.fill(wrong)
      await expect(error).toHaveText(message)
      await expect(preview.getByRole('heading', { name: 'Good news' })).toBeVisible()
    }
    await ada.getByRole('button', { name: 'Start again' }).click()
    await expect(error).toHaveCount(0)
    await expect(preview.getByRole('heading', { name: 'You have a new message' })).toBeVisible()
  })

  await test.step('the preview cannot reach the dashboard', async () => {
    const reached = await preview.locator('body').evaluate(() => {
      try {
        return window.localStorage.length
      } catch (denied) {
        return (denied as Error).name
      }
    })
    expect(reached).toBe('SecurityError')
    await code.fill('const Email = () => <img src="x:" onerror="document.title = \'ran\'" />')
    await expect(preview.locator('img')).toHaveCount(1)
    expect(await preview.locator('body').evaluate(() => document.title)).toBe('Preview of an email')
  })
})
