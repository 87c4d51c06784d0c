/** Written by examples.test.ts of the server (run it with `-u`): the real answers of /api/v1. */
export const v1Examples = {
  "GET /api/v1/me": {
    "status": 200,
    "answer": {
      "data": {
        "id": 1,
        "email": "ada@acme.test",
        "account_id": "00000000-0000-4000-8000-000000000001",
        "role": "admin",
        "email_confirmed": false,
        "two_factor_enabled": false
      }
    }
  },
  "GET /api/v1/users": {
    "status": 200,
    "answer": {
      "data": [
        {
          "id": 1,
          "object": "user",
          "account_id": "00000000-0000-4000-8000-000000000001",
          "email": "ada@acme.test",
          "created_at": "2026-01-31T12:00:00",
          "disabled_at": null,
          "archived_at": null,
          "role": "admin"
        },
        {
          "id": 2,
          "object": "user",
          "account_id": "00000000-0000-4000-8000-000000000001",
          "email": "ben@acme.test",
          "created_at": "2026-01-31T12:00:00",
          "disabled_at": null,
          "archived_at": null,
          "role": "user"
        }
      ]
    }
  },
  "GET /api/v1/users/:id": {
    "status": 200,
    "answer": {
      "data": {
        "id": 1,
        "object": "user",
        "account_id": "00000000-0000-4000-8000-000000000001",
        "email": "ada@acme.test",
        "created_at": "2026-01-31T12:00:00",
        "disabled_at": null,
        "archived_at": null,
        "role": "admin"
      }
    }
  },
  "PUT /api/v1/profile": {
    "body": {
      "user_profile": {
        "display_name": "Ada",
        "full_name": "Ada Lovelace"
      }
    },
    "status": 200,
    "answer": {
      "data": {
        "id": 1,
        "object": "user",
        "account_id": "00000000-0000-4000-8000-000000000001",
        "email": "ada@acme.test",
        "created_at": "2026-01-31T12:00:00",
        "disabled_at": null,
        "archived_at": null,
        "role": "admin",
        "full_name": "Ada Lovelace",
        "display_name": "Ada",
        "profile_photo_url": null
      }
    }
  },
  "GET /api/v1/profile": {
    "status": 200,
    "answer": {
      "data": {
        "id": 1,
        "object": "user",
        "account_id": "00000000-0000-4000-8000-000000000001",
        "email": "ada@acme.test",
        "created_at": "2026-01-31T12:00:00",
        "disabled_at": null,
        "archived_at": null,
        "role": "admin",
        "full_name": "Ada Lovelace",
        "display_name": "Ada",
        "profile_photo_url": null
      }
    }
  },
  "PUT /api/v1/user_settings": {
    "body": {
      "user_settings": {
        "email_alert_on_new_message": true
      }
    },
    "status": 200,
    "answer": {
      "data": {
        "id": "00000000-0000-4000-8000-000000000002",
        "object": "user_settings",
        "user_id": 1,
        "email_alert_on_new_message": true,
        "email_alert_on_new_conversation": false,
        "email_alert_on_mention": true,
        "email_weekly_summary": false,
        "expo_push_token": null
      }
    }
  },
  "GET /api/v1/user_settings": {
    "status": 200,
    "answer": {
      "data": {
        "id": "00000000-0000-4000-8000-000000000002",
        "object": "user_settings",
        "user_id": 1,
        "email_alert_on_new_message": true,
        "email_alert_on_new_conversation": false,
        "email_alert_on_mention": true,
        "email_weekly_summary": false,
        "expo_push_token": null
      }
    }
  },
  "GET /api/v1/reporting": {
    "status": 200,
    "answer": {
      "data": {
        "messages_by_date": [
          {
            "date": "2026-01-31",
            "count": 0
          }
        ],
        "conversations_by_date": [
          {
            "date": "2026-01-31",
            "count": 0
          }
        ],
        "open_conversations_by_date": [
          {
            "date": "2026-01-31",
            "count": 0
          }
        ],
        "reopened_conversations_by_date": [
          {
            "date": "2026-01-31",
            "count": 0
          }
        ],
        "sent_messages_by_date": [
          {
            "date": "2026-01-31",
            "count": 0
          }
        ],
        "received_messages_by_date": [
          {
            "date": "2026-01-31",
            "count": 0
          }
        ],
        "messages_per_user": [],
        "agents": [],
        "conversations_by_tag": [],
        "messages_by_weekday": [
          {
            "day": "Monday",
            "total": 0,
            "average": 0
          },
          {
            "day": "Tuesday",
            "total": 0,
            "average": 0
          },
          {
            "day": "Wednesday",
            "total": 0,
            "average": 0
          },
          {
            "day": "Thursday",
            "total": 0,
            "average": 0
          },
          {
            "day": "Friday",
            "total": 0,
            "average": 0
          },
          {
            "day": "Saturday",
            "total": 0,
            "average": 0
          },
          {
            "day": "Sunday",
            "total": 0,
            "average": 0
          }
        ],
        "first_reply_count": 0,
        "average_time_to_first_reply": 0,
        "median_time_to_first_reply": 0,
        "first_reply_metrics_by_week": [
          {
            "start_date": "2026-01-31",
            "end_date": "2026-01-31",
            "count": 0,
            "average": 0,
            "median": 0,
            "seconds_to_first_reply_list": []
          }
        ],
        "resolution_count": 0,
        "average_time_to_resolution": 0,
        "median_time_to_resolution": 0,
        "resolution_metrics_by_week": [
          {
            "start_date": "2026-01-31",
            "end_date": "2026-01-31",
            "count": 0,
            "average": 0,
            "median": 0,
            "seconds_to_resolution_list": []
          }
        ],
        "first_reply_percentiles": {
          "p50": 0,
          "p75": 0,
          "p90": 0,
          "p95": 0
        },
        "resolution_percentiles": {
          "p50": 0,
          "p75": 0,
          "p90": 0,
          "p95": 0
        },
        "received_by_hour": [
          [
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0
          ],
          [
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0
          ],
          [
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0
          ],
          [
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0
          ],
          [
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0
          ],
          [
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0
          ],
          [
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0
          ]
        ],
        "customer_breakdown_by_browser": [],
        "customer_breakdown_by_os": [],
        "customer_breakdown_by_time_zone": []
      }
    }
  },
  "GET /api/v1/github/repos": {
    "status": 200,
    "answer": {
      "data": [
        {
          "id": 5000002,
          "name": "shop",
          "full_name": "acme/shop",
          "private": true,
          "html_url": "https://github.com/acme/shop",
          "owner": {
            "login": "acme"
          }
        }
      ]
    }
  },
  "GET /api/v1/github/issues": {
    "status": 200,
    "answer": {
      "data": [
        {
          "id": 5000003,
          "number": 1,
          "title": "The page is slow",
          "body": null,
          "state": "open",
          "html_url": "https://github.com/acme/shop/issues/1"
        }
      ]
    }
  },
  "POST /api/v1/github/issues": {
    "body": {
      "owner": "acme",
      "repo": "shop",
      "issue": {
        "title": "Orders are late"
      }
    },
    "status": 200,
    "answer": {
      "data": {
        "id": 5000005,
        "number": 2,
        "title": "Orders are late",
        "body": null,
        "state": "open",
        "html_url": "https://github.com/acme/shop/issues/2"
      }
    }
  },
  "POST /api/v1/gmail/send": {
    "body": {
      "to": "carla@example.com",
      "subject": "Your order",
      "text": "It is ready."
    },
    "status": 200,
    "answer": {
      "ok": true,
      "data": {
        "id": "18e00000001",
        "threadId": "18e00000001"
      }
    }
  },
  "POST /api/v1/slack/notify": {
    "body": {
      "text": "A new version is out.",
      "channel": "#general"
    },
    "status": 200,
    "answer": {
      "data": null
    }
  },
  "GET /api/v1/conversations/:id/messages": {
    "status": 200,
    "answer": {
      "data": [
        {
          "id": "00000000-0000-4000-8000-000000000003",
          "object": "message",
          "body": "Where is my order?",
          "type": "reply",
          "content_type": "text",
          "private": false,
          "source": "chat",
          "created_at": "2026-01-31T12:00:00",
          "sent_at": "2026-01-31T12:00:00Z",
          "delivered_at": null,
          "seen_at": null,
          "customer_id": "00000000-0000-4000-8000-000000000004",
          "conversation_id": "00000000-0000-4000-8000-000000000005",
          "account_id": "00000000-0000-4000-8000-000000000001",
          "user_id": null,
          "metadata": null,
          "edited_at": null,
          "edited_by": null,
          "seq": 1,
          "client_message_id": null,
          "user": null,
          "attachments": [],
          "customer": {
            "id": "00000000-0000-4000-8000-000000000004",
            "object": "customer",
            "name": "Carla",
            "email": "carla@example.com",
            "created_at": "2026-01-31T12:00:00",
            "updated_at": "2026-01-31T12:00:00",
            "phone": null,
            "external_id": null,
            "profile_photo_url": null,
            "company_id": null,
            "host": null,
            "pathname": null,
            "current_url": null,
            "browser": null,
            "os": null,
            "metadata": null,
            "title": "Carla"
          }
        }
      ]
    }
  },
  "POST /api/v1/conversations/:id/tags": {
    "body": {
      "tag_id": "00000000-0000-4000-8000-000000000006"
    },
    "status": 200,
    "answer": {
      "data": {
        "ok": true
      }
    }
  },
  "DELETE /api/v1/conversations/:id/tags/:tag_id": {
    "status": 200,
    "answer": {
      "data": {
        "ok": true
      }
    }
  },
  "POST /api/v1/customers/:id/tags": {
    "body": {
      "tag_id": "00000000-0000-4000-8000-000000000006"
    },
    "status": 200,
    "answer": {
      "data": {
        "ok": true
      }
    }
  },
  "DELETE /api/v1/customers/:id/tags/:tag_id": {
    "status": 200,
    "answer": {
      "data": {
        "ok": true
      }
    }
  },
  "POST /api/v1/customers/:id/issues": {
    "body": {
      "issue_id": "00000000-0000-4000-8000-000000000007"
    },
    "status": 200,
    "answer": {
      "data": {
        "ok": true
      }
    }
  },
  "DELETE /api/v1/customers/:id/issues/:issue_id": {
    "status": 200,
    "answer": {
      "data": {
        "ok": true
      }
    }
  },
  "POST /api/v1/messages": {
    "body": {
      "message": {
        "conversation_id": "00000000-0000-4000-8000-000000000005",
        "body": "It is on its way."
      }
    },
    "status": 201,
    "answer": {
      "data": {
        "id": "00000000-0000-4000-8000-000000000008",
        "object": "message",
        "body": "It is on its way.",
        "type": "reply",
        "content_type": "text",
        "private": false,
        "source": "chat",
        "created_at": "2026-01-31T12:00:00",
        "sent_at": "2026-01-31T12:00:00Z",
        "delivered_at": null,
        "seen_at": null,
        "customer_id": null,
        "conversation_id": "00000000-0000-4000-8000-000000000005",
        "account_id": "00000000-0000-4000-8000-000000000001",
        "user_id": 1,
        "metadata": null,
        "edited_at": null,
        "edited_by": null,
        "seq": 2,
        "client_message_id": null,
        "user": {
          "id": 1,
          "object": "user",
          "account_id": "00000000-0000-4000-8000-000000000001",
          "email": "ada@acme.test",
          "created_at": "2026-01-31T12:00:00",
          "disabled_at": null,
          "archived_at": null,
          "role": "admin",
          "full_name": "Ada Lovelace",
          "display_name": "Ada",
          "profile_photo_url": null
        },
        "attachments": []
      }
    }
  },
  "GET /api/v1/messages/:id": {
    "status": 200,
    "answer": {
      "data": {
        "id": "00000000-0000-4000-8000-000000000008",
        "object": "message",
        "body": "It is on its way.",
        "type": "reply",
        "content_type": "text",
        "private": false,
        "source": "chat",
        "created_at": "2026-01-31T12:00:00",
        "sent_at": "2026-01-31T12:00:00Z",
        "delivered_at": null,
        "seen_at": null,
        "customer_id": null,
        "conversation_id": "00000000-0000-4000-8000-000000000005",
        "account_id": "00000000-0000-4000-8000-000000000001",
        "user_id": 1,
        "metadata": null,
        "edited_at": null,
        "edited_by": null,
        "seq": 2,
        "client_message_id": null,
        "user": {
          "id": 1,
          "object": "user",
          "account_id": "00000000-0000-4000-8000-000000000001",
          "email": "ada@acme.test",
          "created_at": "2026-01-31T12:00:00",
          "disabled_at": null,
          "archived_at": null,
          "role": "admin",
          "full_name": "Ada Lovelace",
          "display_name": "Ada",
          "profile_photo_url": null
        },
        "attachments": []
      }
    }
  },
  "PUT /api/v1/messages/:id": {
    "body": {
      "message": {
        "body": "It arrives tomorrow."
      }
    },
    "status": 200,
    "answer": {
      "data": {
        "id": "00000000-0000-4000-8000-000000000008",
        "object": "message",
        "body": "It arrives tomorrow.",
        "type": "reply",
        "content_type": "text",
        "private": false,
        "source": "chat",
        "created_at": "2026-01-31T12:00:00",
        "sent_at": "2026-01-31T12:00:00Z",
        "delivered_at": null,
        "seen_at": null,
        "customer_id": null,
        "conversation_id": "00000000-0000-4000-8000-000000000005",
        "account_id": "00000000-0000-4000-8000-000000000001",
        "user_id": 1,
        "metadata": null,
        "edited_at": "2026-01-31T12:00:00Z",
        "edited_by": 1,
        "seq": 2,
        "client_message_id": null,
        "user": {
          "id": 1,
          "object": "user",
          "account_id": "00000000-0000-4000-8000-000000000001",
          "email": "ada@acme.test",
          "created_at": "2026-01-31T12:00:00",
          "disabled_at": null,
          "archived_at": null,
          "role": "admin",
          "full_name": "Ada Lovelace",
          "display_name": "Ada",
          "profile_photo_url": null
        },
        "attachments": []
      }
    }
  },
  "GET /api/v1/messages": {
    "status": 200,
    "answer": {
      "data": [
        {
          "id": "00000000-0000-4000-8000-000000000008",
          "object": "message",
          "body": "It arrives tomorrow.",
          "type": "reply",
          "content_type": "text",
          "private": false,
          "source": "chat",
          "created_at": "2026-01-31T12:00:00",
          "sent_at": "2026-01-31T12:00:00Z",
          "delivered_at": null,
          "seen_at": null,
          "customer_id": null,
          "conversation_id": "00000000-0000-4000-8000-000000000005",
          "account_id": "00000000-0000-4000-8000-000000000001",
          "user_id": 1,
          "metadata": null,
          "edited_at": "2026-01-31T12:00:00Z",
          "edited_by": 1,
          "seq": 2,
          "client_message_id": null
        },
        {
          "id": "00000000-0000-4000-8000-000000000003",
          "object": "message",
          "body": "Where is my order?",
          "type": "reply",
          "content_type": "text",
          "private": false,
          "source": "chat",
          "created_at": "2026-01-31T12:00:00",
          "sent_at": "2026-01-31T12:00:00Z",
          "delivered_at": null,
          "seen_at": null,
          "customer_id": "00000000-0000-4000-8000-000000000004",
          "conversation_id": "00000000-0000-4000-8000-000000000005",
          "account_id": "00000000-0000-4000-8000-000000000001",
          "user_id": null,
          "metadata": null,
          "edited_at": null,
          "edited_by": null,
          "seq": 1,
          "client_message_id": null
        }
      ],
      "has_more": false,
      "next": null
    }
  },
  "DELETE /api/v1/messages/:id": {
    "status": 204
  },
  "POST /api/v1/companies": {
    "body": {
      "company": {
        "name": "Example Ltd",
        "website_url": "https://example.com"
      }
    },
    "status": 201,
    "answer": {
      "data": {
        "id": "00000000-0000-4000-8000-000000000009",
        "object": "company",
        "name": "Example Ltd",
        "created_at": "2026-01-31T12:00:00",
        "updated_at": "2026-01-31T12:00:00",
        "account_id": "00000000-0000-4000-8000-000000000001",
        "external_id": null,
        "website_url": "https://example.com",
        "description": null,
        "logo_image_url": null,
        "industry": null,
        "slack_channel_id": null,
        "slack_channel_name": null,
        "slack_team_id": null,
        "slack_team_name": null,
        "metadata": null
      }
    }
  },
  "GET /api/v1/companies/:id": {
    "status": 200,
    "answer": {
      "data": {
        "id": "00000000-0000-4000-8000-000000000009",
        "object": "company",
        "name": "Example Ltd",
        "created_at": "2026-01-31T12:00:00",
        "updated_at": "2026-01-31T12:00:00",
        "account_id": "00000000-0000-4000-8000-000000000001",
        "external_id": null,
        "website_url": "https://example.com",
        "description": null,
        "logo_image_url": null,
        "industry": null,
        "slack_channel_id": null,
        "slack_channel_name": null,
        "slack_team_id": null,
        "slack_team_name": null,
        "metadata": null
      }
    }
  },
  "PUT /api/v1/companies/:id": {
    "body": {
      "company": {
        "name": "Example & Co"
      }
    },
    "status": 200,
    "answer": {
      "data": {
        "id": "00000000-0000-4000-8000-000000000009",
        "object": "company",
        "name": "Example & Co",
        "created_at": "2026-01-31T12:00:00",
        "updated_at": "2026-01-31T12:00:00",
        "account_id": "00000000-0000-4000-8000-000000000001",
        "external_id": null,
        "website_url": "https://example.com",
        "description": null,
        "logo_image_url": null,
        "industry": null,
        "slack_channel_id": null,
        "slack_channel_name": null,
        "slack_team_id": null,
        "slack_team_name": null,
        "metadata": null
      }
    }
  },
  "GET /api/v1/companies": {
    "status": 200,
    "answer": {
      "data": [
        {
          "id": "00000000-0000-4000-8000-000000000009",
          "object": "company",
          "name": "Example & Co",
          "created_at": "2026-01-31T12:00:00",
          "updated_at": "2026-01-31T12:00:00",
          "account_id": "00000000-0000-4000-8000-000000000001",
          "external_id": null,
          "website_url": "https://example.com",
          "description": null,
          "logo_image_url": null,
          "industry": null,
          "slack_channel_id": null,
          "slack_channel_name": null,
          "slack_team_id": null,
          "slack_team_name": null,
          "metadata": null
        }
      ],
      "next": null
    }
  },
  "DELETE /api/v1/companies/:id": {
    "status": 204
  },
  "POST /api/v1/tags": {
    "body": {
      "tag": {
        "name": "order"
      }
    },
    "status": 201,
    "answer": {
      "data": {
        "id": "00000000-0000-4000-8000-000000000010",
        "object": "tag",
        "created_at": "2026-01-31T12:00:00",
        "updated_at": "2026-01-31T12:00:00",
        "name": "order",
        "description": null,
        "color": null
      }
    }
  },
  "GET /api/v1/tags/:id": {
    "status": 200,
    "answer": {
      "data": {
        "id": "00000000-0000-4000-8000-000000000010",
        "object": "tag",
        "created_at": "2026-01-31T12:00:00",
        "updated_at": "2026-01-31T12:00:00",
        "name": "order",
        "description": null,
        "color": null
      }
    }
  },
  "PUT /api/v1/tags/:id": {
    "body": {
      "tag": {
        "description": "Questions about orders"
      }
    },
    "status": 200,
    "answer": {
      "data": {
        "id": "00000000-0000-4000-8000-000000000010",
        "object": "tag",
        "created_at": "2026-01-31T12:00:00",
        "updated_at": "2026-01-31T12:00:00",
        "name": "order",
        "description": "Questions about orders",
        "color": null
      }
    }
  },
  "GET /api/v1/tags": {
    "status": 200,
    "answer": {
      "data": [
        {
          "id": "00000000-0000-4000-8000-000000000010",
          "object": "tag",
          "created_at": "2026-01-31T12:00:00",
          "updated_at": "2026-01-31T12:00:00",
          "name": "order",
          "description": "Questions about orders",
          "color": null
        }
      ]
    }
  },
  "DELETE /api/v1/tags/:id": {
    "status": 204
  },
  "POST /api/v1/issues": {
    "body": {
      "issue": {
        "title": "Orders are late"
      }
    },
    "status": 201,
    "answer": {
      "data": {
        "id": "00000000-0000-4000-8000-000000000011",
        "object": "issue",
        "created_at": "2026-01-31T12:00:00",
        "updated_at": "2026-01-31T12:00:00",
        "title": "Orders are late",
        "body": null,
        "state": "unstarted",
        "github_issue_url": null,
        "github_failure": null,
        "closed_at": null,
        "account_id": "00000000-0000-4000-8000-000000000001",
        "creator_id": 1,
        "assignee_id": null
      }
    }
  },
  "GET /api/v1/issues/:id": {
    "status": 200,
    "answer": {
      "data": {
        "id": "00000000-0000-4000-8000-000000000011",
        "object": "issue",
        "created_at": "2026-01-31T12:00:00",
        "updated_at": "2026-01-31T12:00:00",
        "title": "Orders are late",
        "body": null,
        "state": "unstarted",
        "github_issue_url": null,
        "github_failure": null,
        "closed_at": null,
        "account_id": "00000000-0000-4000-8000-000000000001",
        "creator_id": 1,
        "assignee_id": null
      }
    }
  },
  "PUT /api/v1/issues/:id": {
    "body": {
      "issue": {
        "state": "in_progress"
      }
    },
    "status": 200,
    "answer": {
      "data": {
        "id": "00000000-0000-4000-8000-000000000011",
        "object": "issue",
        "created_at": "2026-01-31T12:00:00",
        "updated_at": "2026-01-31T12:00:00",
        "title": "Orders are late",
        "body": null,
        "state": "in_progress",
        "github_issue_url": null,
        "github_failure": null,
        "closed_at": null,
        "account_id": "00000000-0000-4000-8000-000000000001",
        "creator_id": 1,
        "assignee_id": null
      }
    }
  },
  "GET /api/v1/issues": {
    "status": 200,
    "answer": {
      "data": [
        {
          "id": "00000000-0000-4000-8000-000000000011",
          "object": "issue",
          "created_at": "2026-01-31T12:00:00",
          "updated_at": "2026-01-31T12:00:00",
          "title": "Orders are late",
          "body": null,
          "state": "in_progress",
          "github_issue_url": null,
          "github_failure": null,
          "closed_at": null,
          "account_id": "00000000-0000-4000-8000-000000000001",
          "creator_id": 1,
          "assignee_id": null
        }
      ],
      "next": null
    }
  },
  "DELETE /api/v1/issues/:id": {
    "status": 204
  },
  "POST /api/v1/notes": {
    "body": {
      "note": {
        "customer_id": "00000000-0000-4000-8000-000000000004",
        "body": "Prefers email."
      }
    },
    "status": 201,
    "answer": {
      "data": {
        "id": "00000000-0000-4000-8000-000000000012",
        "object": "note",
        "body": "Prefers email.",
        "content_type": "text",
        "customer_id": "00000000-0000-4000-8000-000000000004",
        "author_id": 1,
        "created_at": "2026-01-31T12:00:00",
        "updated_at": "2026-01-31T12:00:00"
      }
    }
  },
  "GET /api/v1/notes/:id": {
    "status": 200,
    "answer": {
      "data": {
        "id": "00000000-0000-4000-8000-000000000012",
        "object": "note",
        "body": "Prefers email.",
        "content_type": "text",
        "customer_id": "00000000-0000-4000-8000-000000000004",
        "author_id": 1,
        "created_at": "2026-01-31T12:00:00",
        "updated_at": "2026-01-31T12:00:00"
      }
    }
  },
  "PUT /api/v1/notes/:id": {
    "body": {
      "note": {
        "body": "Prefers the phone."
      }
    },
    "status": 200,
    "answer": {
      "data": {
        "id": "00000000-0000-4000-8000-000000000012",
        "object": "note",
        "body": "Prefers the phone.",
        "content_type": "text",
        "customer_id": "00000000-0000-4000-8000-000000000004",
        "author_id": 1,
        "created_at": "2026-01-31T12:00:00",
        "updated_at": "2026-01-31T12:00:00"
      }
    }
  },
  "GET /api/v1/notes": {
    "status": 200,
    "answer": {
      "data": [
        {
          "id": "00000000-0000-4000-8000-000000000012",
          "object": "note",
          "body": "Prefers the phone.",
          "content_type": "text",
          "customer_id": "00000000-0000-4000-8000-000000000004",
          "author_id": 1,
          "created_at": "2026-01-31T12:00:00",
          "updated_at": "2026-01-31T12:00:00",
          "author": {
            "id": 1,
            "object": "user",
            "account_id": "00000000-0000-4000-8000-000000000001",
            "email": "ada@acme.test",
            "created_at": "2026-01-31T12:00:00",
            "disabled_at": null,
            "archived_at": null,
            "role": "admin",
            "full_name": "Ada Lovelace",
            "display_name": "Ada",
            "profile_photo_url": null
          },
          "customer": {
            "id": "00000000-0000-4000-8000-000000000004",
            "object": "customer",
            "name": "Carla",
            "email": "carla@example.com",
            "created_at": "2026-01-31T12:00:00",
            "updated_at": "2026-01-31T12:00:00",
            "phone": null,
            "external_id": null,
            "profile_photo_url": null,
            "company_id": null,
            "host": null,
            "pathname": null,
            "current_url": null,
            "browser": null,
            "os": null,
            "metadata": null,
            "title": "Carla",
            "first_seen": "2026-01-31",
            "last_seen_at": "2026-01-31T12:00:00Z",
            "ip": null,
            "time_zone": null
          }
        }
      ],
      "next": null
    }
  },
  "DELETE /api/v1/notes/:id": {
    "status": 204
  },
  "POST /api/v1/customers": {
    "body": {
      "customer": {
        "name": "Dora",
        "email": "dora@example.com"
      }
    },
    "status": 201,
    "answer": {
      "data": {
        "id": "00000000-0000-4000-8000-000000000013",
        "object": "customer",
        "name": "Dora",
        "email": "dora@example.com",
        "created_at": "2026-01-31T12:00:00",
        "updated_at": "2026-01-31T12:00:00",
        "phone": null,
        "external_id": null,
        "profile_photo_url": null,
        "company_id": null,
        "host": null,
        "pathname": null,
        "current_url": null,
        "browser": null,
        "os": null,
        "metadata": null,
        "title": "Dora",
        "first_seen": "2026-01-31",
        "last_seen_at": null,
        "ip": null,
        "time_zone": null
      }
    }
  },
  "GET /api/v1/customers/:id": {
    "status": 200,
    "answer": {
      "data": {
        "id": "00000000-0000-4000-8000-000000000013",
        "object": "customer",
        "name": "Dora",
        "email": "dora@example.com",
        "created_at": "2026-01-31T12:00:00",
        "updated_at": "2026-01-31T12:00:00",
        "phone": null,
        "external_id": null,
        "profile_photo_url": null,
        "company_id": null,
        "host": null,
        "pathname": null,
        "current_url": null,
        "browser": null,
        "os": null,
        "metadata": null,
        "title": "Dora",
        "first_seen": "2026-01-31",
        "last_seen_at": null,
        "ip": null,
        "time_zone": null,
        "company": null,
        "tags": []
      }
    }
  },
  "PUT /api/v1/customers/:id": {
    "body": {
      "customer": {
        "name": "Dora Diaz"
      }
    },
    "status": 200,
    "answer": {
      "data": {
        "id": "00000000-0000-4000-8000-000000000013",
        "object": "customer",
        "name": "Dora Diaz",
        "email": "dora@example.com",
        "created_at": "2026-01-31T12:00:00",
        "updated_at": "2026-01-31T12:00:00",
        "phone": null,
        "external_id": null,
        "profile_photo_url": null,
        "company_id": null,
        "host": null,
        "pathname": null,
        "current_url": null,
        "browser": null,
        "os": null,
        "metadata": null,
        "title": "Dora Diaz",
        "first_seen": "2026-01-31",
        "last_seen_at": null,
        "ip": null,
        "time_zone": null,
        "company": null,
        "tags": []
      }
    }
  },
  "GET /api/v1/customers": {
    "status": 200,
    "answer": {
      "data": [
        {
          "id": "00000000-0000-4000-8000-000000000004",
          "object": "customer",
          "name": "Carla",
          "email": "carla@example.com",
          "created_at": "2026-01-31T12:00:00",
          "updated_at": "2026-01-31T12:00:00",
          "phone": null,
          "external_id": null,
          "profile_photo_url": null,
          "company_id": null,
          "host": null,
          "pathname": null,
          "current_url": null,
          "browser": null,
          "os": null,
          "metadata": null,
          "title": "Carla",
          "first_seen": "2026-01-31",
          "last_seen_at": "2026-01-31T12:00:00Z",
          "ip": null,
          "time_zone": null,
          "conversations": [
            {
              "id": "00000000-0000-4000-8000-000000000005",
              "object": "conversation",
              "source": "chat",
              "created_at": "2026-01-31T12:00:00",
              "updated_at": "2026-01-31T12:00:00",
              "closed_at": null,
              "archived_at": null,
              "snoozed_at": null,
              "snoozed_until": null,
              "last_activity_at": "2026-01-31T12:00:00Z",
              "status": "open",
              "read": true,
              "priority": "not_priority",
              "subject": null,
              "account_id": "00000000-0000-4000-8000-000000000001",
              "customer_id": "00000000-0000-4000-8000-000000000004",
              "assignee_id": 1,
              "inbox_id": "00000000-0000-4000-8000-000000000014",
              "metadata": null
            }
          ]
        },
        {
          "id": "00000000-0000-4000-8000-000000000013",
          "object": "customer",
          "name": "Dora Diaz",
          "email": "dora@example.com",
          "created_at": "2026-01-31T12:00:00",
          "updated_at": "2026-01-31T12:00:00",
          "phone": null,
          "external_id": null,
          "profile_photo_url": null,
          "company_id": null,
          "host": null,
          "pathname": null,
          "current_url": null,
          "browser": null,
          "os": null,
          "metadata": null,
          "title": "Dora Diaz",
          "first_seen": "2026-01-31",
          "last_seen_at": null,
          "ip": null,
          "time_zone": null,
          "conversations": []
        }
      ],
      "page_number": 1,
      "page_size": 50,
      "total_pages": 1,
      "total_entries": 2,
      "total_is_least": false
    }
  },
  "DELETE /api/v1/customers/:id": {
    "status": 204
  },
  "POST /api/v1/conversations": {
    "body": {
      "conversation": {
        "customer_id": "00000000-0000-4000-8000-000000000004",
        "subject": "Your order"
      }
    },
    "status": 201,
    "answer": {
      "data": {
        "id": "00000000-0000-4000-8000-000000000015",
        "object": "conversation",
        "source": "chat",
        "created_at": "2026-01-31T12:00:00",
        "updated_at": "2026-01-31T12:00:00",
        "closed_at": null,
        "archived_at": null,
        "snoozed_at": null,
        "snoozed_until": null,
        "last_activity_at": null,
        "status": "open",
        "read": false,
        "priority": "not_priority",
        "subject": "Your order",
        "account_id": "00000000-0000-4000-8000-000000000001",
        "customer_id": "00000000-0000-4000-8000-000000000004",
        "assignee_id": null,
        "inbox_id": "00000000-0000-4000-8000-000000000014",
        "metadata": null
      }
    }
  },
  "GET /api/v1/conversations/:id": {
    "status": 200,
    "answer": {
      "data": {
        "id": "00000000-0000-4000-8000-000000000015",
        "object": "conversation",
        "source": "chat",
        "created_at": "2026-01-31T12:00:00",
        "updated_at": "2026-01-31T12:00:00",
        "closed_at": null,
        "archived_at": null,
        "snoozed_at": null,
        "snoozed_until": null,
        "last_activity_at": null,
        "status": "open",
        "read": false,
        "priority": "not_priority",
        "subject": "Your order",
        "account_id": "00000000-0000-4000-8000-000000000001",
        "customer_id": "00000000-0000-4000-8000-000000000004",
        "assignee_id": null,
        "inbox_id": "00000000-0000-4000-8000-000000000014",
        "metadata": null,
        "customer": {
          "id": "00000000-0000-4000-8000-000000000004",
          "object": "customer",
          "name": "Carla",
          "email": "carla@example.com",
          "created_at": "2026-01-31T12:00:00",
          "updated_at": "2026-01-31T12:00:00",
          "phone": null,
          "external_id": null,
          "profile_photo_url": null,
          "company_id": null,
          "host": null,
          "pathname": null,
          "current_url": null,
          "browser": null,
          "os": null,
          "metadata": null,
          "title": "Carla",
          "first_seen": "2026-01-31",
          "last_seen_at": "2026-01-31T12:00:00Z",
          "ip": null,
          "time_zone": null
        },
        "messages": [],
        "has_more": false,
        "messages_before": null,
        "tags": [],
        "mentions": []
      }
    }
  },
  "PUT /api/v1/conversations/:id": {
    "body": {
      "conversation": {
        "status": "closed"
      }
    },
    "status": 200,
    "answer": {
      "data": {
        "id": "00000000-0000-4000-8000-000000000015",
        "object": "conversation",
        "source": "chat",
        "created_at": "2026-01-31T12:00:00",
        "updated_at": "2026-01-31T12:00:00",
        "closed_at": "2026-01-31T12:00:00Z",
        "archived_at": null,
        "snoozed_at": null,
        "snoozed_until": null,
        "last_activity_at": "2026-01-31T12:00:00Z",
        "status": "closed",
        "read": false,
        "priority": "not_priority",
        "subject": "Your order",
        "account_id": "00000000-0000-4000-8000-000000000001",
        "customer_id": "00000000-0000-4000-8000-000000000004",
        "assignee_id": null,
        "inbox_id": "00000000-0000-4000-8000-000000000014",
        "metadata": null
      }
    }
  },
  "GET /api/v1/conversations": {
    "status": 200,
    "answer": {
      "data": [
        {
          "id": "00000000-0000-4000-8000-000000000015",
          "object": "conversation",
          "source": "chat",
          "created_at": "2026-01-31T12:00:00",
          "updated_at": "2026-01-31T12:00:00",
          "closed_at": "2026-01-31T12:00:00Z",
          "archived_at": null,
          "snoozed_at": null,
          "snoozed_until": null,
          "last_activity_at": "2026-01-31T12:00:00Z",
          "status": "closed",
          "read": false,
          "priority": "not_priority",
          "subject": "Your order",
          "account_id": "00000000-0000-4000-8000-000000000001",
          "customer_id": "00000000-0000-4000-8000-000000000004",
          "assignee_id": null,
          "inbox_id": "00000000-0000-4000-8000-000000000014",
          "metadata": null,
          "customer": {
            "id": "00000000-0000-4000-8000-000000000004",
            "object": "customer",
            "name": "Carla",
            "email": "carla@example.com",
            "created_at": "2026-01-31T12:00:00",
            "updated_at": "2026-01-31T12:00:00",
            "phone": null,
            "external_id": null,
            "profile_photo_url": null,
            "company_id": null,
            "host": null,
            "pathname": null,
            "current_url": null,
            "browser": null,
            "os": null,
            "metadata": null,
            "title": "Carla",
            "first_seen": "2026-01-31",
            "last_seen_at": "2026-01-31T12:00:00Z",
            "ip": null,
            "time_zone": null
          },
          "messages": [],
          "has_more": false,
          "messages_before": null,
          "tags": [],
          "mentions": []
        },
        {
          "id": "00000000-0000-4000-8000-000000000005",
          "object": "conversation",
          "source": "chat",
          "created_at": "2026-01-31T12:00:00",
          "updated_at": "2026-01-31T12:00:00",
          "closed_at": null,
          "archived_at": null,
          "snoozed_at": null,
          "snoozed_until": null,
          "last_activity_at": "2026-01-31T12:00:00Z",
          "status": "open",
          "read": true,
          "priority": "not_priority",
          "subject": null,
          "account_id": "00000000-0000-4000-8000-000000000001",
          "customer_id": "00000000-0000-4000-8000-000000000004",
          "assignee_id": 1,
          "inbox_id": "00000000-0000-4000-8000-000000000014",
          "metadata": null,
          "customer": {
            "id": "00000000-0000-4000-8000-000000000004",
            "object": "customer",
            "name": "Carla",
            "email": "carla@example.com",
            "created_at": "2026-01-31T12:00:00",
            "updated_at": "2026-01-31T12:00:00",
            "phone": null,
            "external_id": null,
            "profile_photo_url": null,
            "company_id": null,
            "host": null,
            "pathname": null,
            "current_url": null,
            "browser": null,
            "os": null,
            "metadata": null,
            "title": "Carla",
            "first_seen": "2026-01-31",
            "last_seen_at": "2026-01-31T12:00:00Z",
            "ip": null,
            "time_zone": null
          },
          "messages": [
            {
              "id": "00000000-0000-4000-8000-000000000003",
              "object": "message",
              "body": "Where is my order?",
              "type": "reply",
              "content_type": "text",
              "private": false,
              "source": "chat",
              "created_at": "2026-01-31T12:00:00",
              "sent_at": "2026-01-31T12:00:00Z",
              "delivered_at": null,
              "seen_at": null,
              "customer_id": "00000000-0000-4000-8000-000000000004",
              "conversation_id": "00000000-0000-4000-8000-000000000005",
              "account_id": "00000000-0000-4000-8000-000000000001",
              "user_id": null,
              "metadata": null,
              "edited_at": null,
              "edited_by": null,
              "seq": 1,
              "client_message_id": null,
              "user": null,
              "attachments": [],
              "customer": {
                "id": "00000000-0000-4000-8000-000000000004",
                "object": "customer",
                "name": "Carla",
                "email": "carla@example.com",
                "created_at": "2026-01-31T12:00:00",
                "updated_at": "2026-01-31T12:00:00",
                "phone": null,
                "external_id": null,
                "profile_photo_url": null,
                "company_id": null,
                "host": null,
                "pathname": null,
                "current_url": null,
                "browser": null,
                "os": null,
                "metadata": null,
                "title": "Carla"
              }
            }
          ],
          "has_more": false,
          "messages_before": null,
          "tags": [],
          "mentions": []
        }
      ],
      "next": null,
      "previous": null,
      "limit": 50,
      "total": 2
    }
  },
  "DELETE /api/v1/conversations/:id": {
    "status": 204
  },
  "POST /api/v1/twilio/send": {
    "body": {
      "to": "+15551234567",
      "body": "Your order is ready."
    },
    "status": 200,
    "answer": {
      "data": {
        "sid": "SM00000000000000000000000000000000",
        "account_sid": "AC00000000000000000000000000000000",
        "to": "+15551234567",
        "from": "+15551234567",
        "body": "Your order is ready.",
        "status": "queued",
        "date_created": "Sat, 31 Jan 2026 12:00:00 GMT",
        "media_urls": [],
        "status_callback": null
      }
    }
  }
}
