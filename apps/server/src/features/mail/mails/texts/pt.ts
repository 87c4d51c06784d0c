import type { Texts } from './en.js'

export const texts: Texts = {
  buttonFails: 'Se o botão não funcionar, abra este endereço:',
  somebody: 'Alguém',
  you: 'Você',
  openConversation: 'Abrir a conversa',
  verification: {
    heading: 'Confirme o seu endereço de e-mail',
    lead: 'Confirme que este endereço é seu, para que possamos entrar em contato.',
    button: 'Confirmar o e-mail',
    footnote:
      'O link é válido por três dias. Você recebe este e-mail porque alguém se cadastrou com este endereço; se não foi você, ignore-o.',
  },
  passwordReset: {
    heading: 'Redefina a sua senha',
    lead: 'Alguém pediu para redefinir a senha da sua conta. Com este link você escolhe uma nova.',
    button: 'Escolher uma nova senha',
    footnote:
      'O link funciona uma única vez e é válido por uma hora. Se você não fez esse pedido, ignore este e-mail: a sua senha continua a mesma.',
  },
  registration: {
    heading: 'Conclua o seu cadastro',
    lead: 'Abra este link e digite a senha que você escolheu. Depois disso, a sua conta estará pronta.',
    button: 'Concluir o cadastro',
    footnote:
      'O link é válido por um dia. Você recebe este e-mail porque alguém se cadastrou com este endereço; se não foi você, ignore-o: sem a senha, ninguém pode usar o link.',
  },
  welcome: {
    heading: 'Boas-vindas ao {company}',
    lead: 'Sua conta está pronta. Os primeiros passos levam poucos minutos: coloque o chat no seu site, conecte sua caixa de e-mail e convide sua equipe. Se tiver uma pergunta, responda a este e-mail.',
    button: 'Dar os primeiros passos',
    footnote: 'Você recebe este e-mail uma única vez, porque se cadastrou com este endereço.',
  },
  accountExists: {
    heading: 'Você já tem uma conta',
    lead: 'Alguém tentou se cadastrar com este endereço, mas ele já tem uma conta. Você pode entrar com ela.',
    button: 'Entrar',
    forgotten: 'Esqueceu a senha? Escolha uma nova',
    footnote: 'Se não foi você, ignore este e-mail: a sua conta continua como está.',
  },
  invitation: {
    heading: '{who} convida você para a equipe de {company}',
    headingAlone: 'Convite para a equipe de {company}',
    lead: 'Responda aos clientes de {company} junto com o restante da equipe.',
    button: 'Aceitar o convite',
    footnote: 'O link é válido por três dias. Se você não sabe quem fez o convite, ignore este e-mail.',
  },
  mention: {
    heading: '{who} mencionou você',
    colleague: 'Alguém da sua equipe',
    footnote: 'Você recebe este e-mail porque alguém mencionou você. É possível desativar estes e-mails no seu perfil.',
  },
  webhookPaused: {
    heading: 'O seu webhook está em pausa',
    lead: 'O seu webhook em {host} não aceitou nenhum evento durante um dia, por isso deixámos de o chamar. Os novos eventos são guardados 30 dias. Retome o webhook quando voltar a funcionar: tudo o que esperava será enviado por ordem.',
    button: 'Abrir webhooks',
    footnote: 'Recebe este email porque é admin de {company}.',
  },
  mailboxFailing: {
    heading: 'Sua caixa de correio parou de funcionar',
    lead: 'Não conseguimos mais usar a caixa de correio {email}. Na maioria das vezes, a senha foi alterada. Nada se perde: assim que a caixa voltar a funcionar, os e-mails que chegaram nesse meio-tempo serão recebidos.',
    button: 'Abrir as configurações da caixa de correio',
    footnote: 'Recebe este email porque é admin de {company}.',
  },
  paymentFailed: {
    heading: 'O seu pagamento falhou',
    lead: 'Não conseguimos cobrar a sua subscrição no seu cartão. Verifique o cartão ou introduza outro. Mantém o seu plano até {date}. Depois disso, a conta passa para o plano Starter. Nada é apagado.',
    button: 'Abrir faturação',
    footnote: 'Recebe este email porque é admin de {company}.',
  },
  connectionFailing: {
    heading: 'Sua conexão com {service} parou de funcionar',
    lead: 'Não conseguimos mais acessar {service}. Na maioria das vezes, alguém removeu o aplicativo. Nada se perde: assim que um admin conectar de novo, as mensagens escritas nesse meio-tempo serão enviadas.',
    button: 'Abrir as integrações',
    footnote: 'Recebe este email porque é admin de {company}.',
  },
  unseenMessages: {
    heading: 'Nova mensagem de {company}',
    leadNamed: 'Olá, {who}. Você tem uma nova mensagem de {company}.',
    lead: 'Você tem uma nova mensagem de {company}.',
    button: 'Continuar a conversa',
    footnote: 'Responda a este e-mail para continuar. Você o recebe porque nos escreveu no chat.',
  },
  ratingRequest: {
    heading: 'Como foi a sua conversa com {company}?',
    lead: 'A sua conversa foi encerrada. Avalie-a de 1 (mau) a 5 (muito bom). Pode acrescentar um comentário na página seguinte.',
    footnote: 'Recebe este e-mail porque escreveu para {company}.',
  },
  unsubscribe: {
    heading: 'E-mails de {company}',
    lead: 'Não quer mais receber e-mails automáticos de {company}? As respostas às suas próprias perguntas continuarão chegando.',
    button: 'Cancelar inscrição',
    done: 'Você não receberá mais e-mails automáticos de {company}.',
    again: 'Inscrever-se novamente',
    footnote: 'Você recebe este e-mail porque espera notícias de {company}.',
    link: 'Cancelar inscrição',
  },
  weeklySummary: {
    heading: 'Sua semana na {company}',
    period: 'De {from} a {to}:',
    conversations: 'Novas conversas: {count}',
    messages: 'Mensagens recebidas: {received}, enviadas: {sent}',
    firstReply: 'Tempo mediano até a primeira resposta: {time}',
    resolution: 'Tempo mediano até a resolução: {time}',
    button: 'Abrir o relatório',
    footnote: 'Você recebe este e-mail porque ativou o resumo semanal. É possível desativá-lo no seu perfil.',
  },
  alert: {
    headingOne: 'Nova mensagem de {who}',
    headingMany: 'Novas mensagens de {who}',
    anonymous: 'um visitante anônimo ({conversation})',
    lead: 'Alguém escreveu para {company} e aguarda uma resposta.',
    footnote:
      'Você recebe este e-mail porque os seus alertas de novas mensagens estão ativados. É possível desativá-los no seu perfil.',
  },
}
