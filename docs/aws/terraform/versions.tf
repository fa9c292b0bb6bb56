terraform {
  # Write-only arguments and ephemeral resources keep passwords out of the state.
  required_version = ">= 1.11.0"

  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "~> 6.0"
    }
    random = {
      source  = "hashicorp/random"
      version = "~> 3.7"
    }
  }
}

provider "aws" {
  region = var.region

  default_tags {
    tags = { application = var.name }
  }
}

data "aws_caller_identity" "current" {}

data "aws_partition" "current" {}
