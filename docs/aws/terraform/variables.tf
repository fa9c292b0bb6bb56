variable "name" {
  description = "Prefix of the names of everything that is made here"
  type        = string
  default     = "vouchkit"

  validation {
    condition     = can(regex("^[a-z][a-z0-9-]{1,19}$", var.name))
    error_message = "Use 2 to 20 lower-case letters, digits and hyphens, a letter first."
  }
}

variable "region" {
  description = "Region of AWS"
  type        = string
}

variable "image" {
  description = "Image of the service in a registry that the tasks may read, by digest: …/vouchkit@sha256:…"
  type        = string
}

variable "vpc_id" {
  description = "Network that everything lies in"
  type        = string
}

variable "public_subnet_ids" {
  description = "Subnets of the load balancer, in two availability zones or more"
  type        = list(string)
}

variable "private_subnet_ids" {
  description = "Subnets of the tasks and the database, in two availability zones or more, with a way out for webhooks and mail (NAT)"
  type        = list(string)
}

variable "public_url" {
  description = "Address that people and programs use, such as https://verify.your-company.com"
  type        = string
}

variable "certificate_arn" {
  description = "Certificate of that name in ACM, in the same region"
  type        = string
}

variable "client_cidrs" {
  description = "Networks that may reach the load balancer"
  type        = list(string)
  default     = ["0.0.0.0/0"]
}

variable "master_key_wrapped" {
  description = "Master key as the KMS key of this stack wraps it, from: master-key generate --key KEY_ARN; null until it is made"
  type        = string
  default     = null
}

variable "first_key" {
  description = "Whether the first key of org_default, with every scope, is there after each start; turn it off before you revoke that key"
  type        = bool
  default     = true
}

variable "database_password_version" {
  description = "Raise it to set a new random password of the database, in the server and in DATABASE_URL at once"
  type        = number
  default     = 1
}

variable "database_instance_class" {
  description = "Size of the database"
  type        = string
  default     = "db.m7g.large"
}

variable "database_storage_gb" {
  description = "Storage of the database at first, and the most that it may grow to"
  type        = object({ initial = number, maximum = number })
  default     = { initial = 100, maximum = 1000 }
}

variable "api_tasks" {
  description = "Fewest and most API tasks"
  type        = object({ minimum = number, maximum = number })
  default     = { minimum = 2, maximum = 10 }
}

variable "worker_tasks" {
  description = "Fewest and most worker tasks"
  type        = object({ minimum = number, maximum = number })
  default     = { minimum = 2, maximum = 20 }
}

variable "erased_object_days" {
  description = "Days that a removed or replaced file can still be brought back; part of what you promise about erasure"
  type        = number
  default     = 30
}

variable "log_retention_days" {
  description = "Days that logs are kept"
  type        = number
  default     = 90
}

variable "alarm_topic_arn" {
  description = "SNS topic that alarms are sent to; null for none"
  type        = string
  default     = null
}

variable "rate_limit_per_minute" {
  description = "Requests per API key and minute; 0 turns the quota off"
  type        = number
  default     = 600
}

variable "smtp_url_secret_arn" {
  description = "Secret in Secrets Manager that holds SMTP_URL as plain text; null for no mail"
  type        = string
  default     = null
}

variable "smtp_from" {
  description = "Sender of mails, such as Verification <no-reply@your-company.com>; null for the one that follows from SMTP_URL"
  type        = string
  default     = null
}

variable "otlp_collector_image" {
  description = "Image of an OpenTelemetry collector that runs beside each task; null for none"
  type        = string
  default     = null
}

variable "lambda_image" {
  description = "Image of the Lambda worker in ECR; null for none"
  type        = string
  default     = null
}

variable "vision_by_aws" {
  description = "Whether Textract reads identity documents and Rekognition compares faces, in place of the local engines; pictures of people are then sent to both"
  type        = bool
  default     = false
}

variable "liveness_by_aws" {
  description = "Whether Rekognition Face Liveness runs live captures; your pages then need its component, and an identity pool that lets it stream"
  type        = bool
  default     = false
}
