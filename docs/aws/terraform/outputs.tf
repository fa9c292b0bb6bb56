output "load_balancer" {
  description = "Name that the DNS entry of PUBLIC_URL points to"
  value       = aws_lb.api.dns_name
}

output "master_key_kms_arn" {
  description = "Key to wrap the master key with"
  value       = aws_kms_key.master.arn
}

output "cluster" {
  description = "Cluster for one-off tasks"
  value       = aws_ecs_cluster.cluster.name
}

output "one_off_network" {
  description = "Network configuration for one-off tasks, as run-task takes it"
  value       = "awsvpcConfiguration={subnets=[${join(",", var.private_subnet_ids)}],securityGroups=[${aws_security_group.worker.id}]}"
}

output "bucket" {
  description = "Bucket of the stored files"
  value       = aws_s3_bucket.objects.bucket
}
