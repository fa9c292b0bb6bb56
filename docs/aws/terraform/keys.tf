# Wraps the master key. Without it nothing that is stored opens: it cannot be destroyed by Terraform, and deletion waits for 30 days.
resource "aws_kms_key" "master" {
  description             = "${var.name}: wraps the master key"
  enable_key_rotation     = true
  deletion_window_in_days = 30

  lifecycle {
    prevent_destroy = true
  }
}

resource "aws_kms_alias" "master" {
  name          = "alias/${var.name}-master"
  target_key_id = aws_kms_key.master.key_id
}

# Encrypts what AWS stores: objects, database, secrets.
resource "aws_kms_key" "storage" {
  description             = "${var.name}: encrypts objects, database and secrets"
  enable_key_rotation     = true
  deletion_window_in_days = 30

  lifecycle {
    prevent_destroy = true
  }
}

resource "aws_kms_alias" "storage" {
  name          = "alias/${var.name}-storage"
  target_key_id = aws_kms_key.storage.key_id
}
