export const SAMPLE = `// Layout, Heading, Text, Message, Button, Image, Divider and Footer are ready to use.
// Any other element becomes plain HTML. The component called Email is shown.

function Email() {
  return (
    <Layout>
      <Heading>You have a new message</Heading>
      <Text>Hi Carla,</Text>
      <Message from="Ada from Acme">
        Thank you for waiting! Your parcel leaves our house this afternoon.
      </Message>
      <Button href="https://acme.example/chat">Reply to Ada</Button>
      <Divider />
      <Footer>You get this email because you wrote to Acme.</Footer>
    </Layout>
  )
}
`
