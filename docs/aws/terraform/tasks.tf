locals {
  # Running jobs get 25 s after SIGTERM, and a process that is still there after 60 s ends itself; only then may the platform kill it.
  stop_timeout_seconds = 75

  environment = merge(
    {
      HOST                      = "0.0.0.0"
      PORT                      = tostring(local.port)
      PUBLIC_URL                = var.public_url
      TRUSTED_PROXIES           = join(",", [for subnet in data.aws_subnet.public : subnet.cidr_block])
      DATA_DIR                  = "/tmp/vouchkit"
      BLOB_STORE                = "s3"
      S3_BUCKET                 = aws_s3_bucket.objects.bucket
      S3_REGION                 = var.region
      S3_SSE                    = "aws:kms"
      S3_SSE_KMS_KEY_ID         = aws_kms_key.storage.arn
      JOB_QUEUE                 = "sqs"
      SQS_QUEUE_URL             = aws_sqs_queue.jobs.url
      SQS_DEAD_LETTER_QUEUE_URL = aws_sqs_queue.dead_letters.url
      SQS_REGION                = var.region
      KMS_KEY_ID                = aws_kms_key.master.arn
      RATE_LIMIT_PER_MINUTE     = tostring(var.rate_limit_per_minute)
      LOG_LEVEL                 = "info"
      LOG_FORMAT                = "json"
    },
    var.master_key_wrapped == null ? {} : { MASTER_KEY_WRAPPED = var.master_key_wrapped },
    var.smtp_from == null ? {} : { SMTP_FROM = var.smtp_from },
    var.vision_by_aws ? local.vision_environment : {},
    var.liveness_by_aws ? local.liveness_environment : {},
    var.otlp_collector_image == null ? {} : { OTEL_EXPORTER_OTLP_ENDPOINT = "http://127.0.0.1:4318" }
  )

  vision_environment = {
    IDENTITY_DOCUMENT_PROVIDER = "aws"
    FACE_PROVIDER              = "aws"
    AWS_REGION                 = var.region
  }

  liveness_environment = {
    LIVENESS_PROVIDER = "aws"
    AWS_REGION        = var.region
  }

  # The balancer needs the time to see that an API ends. A worker answers nothing but its own health and metrics, on the same port.
  role_environment = {
    api     = { SHUTDOWN_DELAY_SECONDS = "5" }
    worker  = { STATUS_PORT = tostring(local.port) }
    migrate = {}
  }

  secrets = merge(
    {
      DATABASE_URL  = aws_secretsmanager_secret.database_url.arn
      METRICS_TOKEN = aws_secretsmanager_secret.metrics_token.arn
    },
    var.smtp_url_secret_arn == null ? {} : { SMTP_URL = var.smtp_url_secret_arn }
  )

  # The API makes the first key, and nobody else needs to know it.
  api_secrets = merge(
    local.secrets,
    var.first_key ? { BOOTSTRAP_LIVE_KEY = aws_secretsmanager_secret.first_key.arn } : {}
  )

  roles = {
    api     = { command = "api", role = aws_iam_role.api.arn, cpu = 1024, memory = 2048 }
    worker  = { command = "worker", role = aws_iam_role.worker.arn, cpu = 2048, memory = 4096 }
    migrate = { command = "migrate", role = aws_iam_role.worker.arn, cpu = 512, memory = 1024 }
  }

  health_check = {
    command     = ["CMD", "bun", "-e", "const { ok } = await fetch(`http://127.0.0.1:$${process.env.PORT}/healthz`); process.exit(ok ? 0 : 1)"]
    interval    = 10
    timeout     = 5
    retries     = 3
    startPeriod = 60
  }
}

resource "aws_cloudwatch_log_group" "tasks" {
  for_each          = local.roles
  name              = "/${var.name}/${each.key}"
  retention_in_days = var.log_retention_days
}

resource "aws_ecs_task_definition" "tasks" {
  for_each                 = local.roles
  family                   = "${var.name}-${each.key}"
  requires_compatibilities = ["FARGATE"]
  network_mode             = "awsvpc"
  cpu                      = each.value.cpu
  memory                   = each.value.memory
  execution_role_arn       = aws_iam_role.execution.arn
  task_role_arn            = each.value.role

  volume {
    name = "temporary"
  }

  container_definitions = jsonencode(concat(
    [
      merge(
        {
          name                   = "vouchkit"
          image                  = var.image
          command                = ["packages/worker/src/commands/${each.value.command}.ts"]
          essential              = true
          user                   = "65534:65534"
          readonlyRootFilesystem = true
          stopTimeout            = local.stop_timeout_seconds
          linuxParameters        = { initProcessEnabled = true, capabilities = { drop = ["ALL"] } }
          mountPoints            = [{ sourceVolume = "temporary", containerPath = "/tmp", readOnly = false }]
          portMappings           = each.key == "api" ? [{ containerPort = local.port, protocol = "tcp" }] : []
          environment            = [for name, value in merge(local.environment, local.role_environment[each.key]) : { name = name, value = value }]
          secrets                = [for name, arn in each.key == "api" ? local.api_secrets : local.secrets : { name = name, valueFrom = arn }]

          logConfiguration = {
            logDriver = "awslogs"
            options = {
              awslogs-group         = aws_cloudwatch_log_group.tasks[each.key].name
              awslogs-region        = var.region
              awslogs-stream-prefix = "vouchkit"
            }
          }
        },
        each.key == "migrate" ? {} : { healthCheck = local.health_check }
      )
    ],
    # Takes OTLP over HTTP on port 4318 of the task; where it sends things to is the business of its own configuration.
    var.otlp_collector_image == null || each.key == "migrate" ? [] : [
      {
        name      = "collector"
        image     = var.otlp_collector_image
        essential = false

        logConfiguration = {
          logDriver = "awslogs"
          options = {
            awslogs-group         = aws_cloudwatch_log_group.tasks[each.key].name
            awslogs-region        = var.region
            awslogs-stream-prefix = "collector"
          }
        }
      }
    ]
  ))
}
